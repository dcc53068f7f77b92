/** Loads Amazon's SDK on demand, because the SDK takes longer to load than the rest of the service. */
export async function loadSdk() {
  // Suppresses the SDK's warning about future Node versions, which operators cannot act on.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const [client, { getSignedUrl }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  return { ...client, getSignedUrl };
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
