import { BUILD_WITHIN_MS, startS3Server } from "../support/s3-server";
import { openBucket } from "../support/s3-storage";
import { describeStorage, put, type StorageUnderTest } from "./conformance";
import { MINUTE, systemClock } from "../../src/platform/time";

/** Opens a storage in a bucket, below the prefix. */
const openS3 = (prefix: string) => async (): Promise<StorageUnderTest> => {
  const server = await startS3Server();
  const { storage, bucket } = await openBucket(server, { prefix });
  return {
    storage,
    async contents() {
      return (await server.keys(bucket)).map((key) => key.slice(prefix.length));
    },
    confirm() {},
    async abandonUpload(key) {
      const object = { key, contentType: "image/png", sizeBytes: 5 };
      const { url } = await storage.presignUpload(object, systemClock.now() + MINUTE);
      await put(url, "bytes");
    },
    close: () => server.stop(),
  };
};

describeStorage("in a bucket", openS3(""), BUILD_WITHIN_MS);
describeStorage("below a prefix of a bucket", openS3("recado/production/"), BUILD_WITHIN_MS);
