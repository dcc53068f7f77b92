/** Amazon's SDK, loaded by those who use it alone: it takes longer to load than the rest of the service. */
export async function loadSdk() {
  // That a later SDK will ask for a newer Node is for those who update it, and no line of the operator's log.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  const [client, { getSignedUrl }] = await Promise.all([
    import("@aws-sdk/client-s3"),
    import("@aws-sdk/s3-request-presigner"),
  ]);
  return { ...client, getSignedUrl };
}

export type Sdk = Awaited<ReturnType<typeof loadSdk>>;
