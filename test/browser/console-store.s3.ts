import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PutBucketCorsCommand } from "@aws-sdk/client-s3";
import { BUILD_WITHIN_MS, type S3Server, startS3Server } from "../support/s3-server";
import { signedInto } from "./console";
import { freshNumber, stage } from "./stage";

let server: S3Server;
let bucket: string;
const folder = mkdtempSync(join(tmpdir(), "recado-console-store-"));

beforeAll(async () => {
  server = await startS3Server();
}, BUILD_WITHIN_MS);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const service = stage({
  async settingsAt(address) {
    bucket = await server.bucket();
    const rule = {
      AllowedOrigins: [address],
      AllowedMethods: ["PUT", "GET"],
      AllowedHeaders: ["content-type"],
    };
    const CORSConfiguration = { CORSRules: [rule] };
    await server.client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration }));
    return {
      RECADO_STORAGE: "s3",
      RECADO_S3_BUCKET: bucket,
      RECADO_S3_ENDPOINT: server.endpoint,
      RECADO_S3_FORCE_PATH_STYLE: "1",
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    };
  },
});
const signIn = signedInto(service);

describe("the console of a service with S3 storage", () => {
  it("uploads a table to the bucket, imports it, and offers the rejected rows", async () => {
    const list = { name: "Clientes", type: "default" };
    const { id } = await service.customer.post<{ id: string }>("/v3/contact-lists", list);
    const file = join(folder, "clientes.csv");
    writeFileSync(file, `telefone,nome\n${freshNumber()},Ana\n123,Rui\n`);
    const page = await signIn({}, `/console/lists/${id}`);
    const uploads: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") uploads.push(new URL(request.url()).origin);
    });
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("button", { name: /^Importar para/ }).click();
    await page.getByText("Linhas: 2 de 2 · Criados: 1 · Atualizados: 0 · Recusados: 1").waitFor();
    expect(uploads).toEqual([new URL(server.endpoint).origin]);
    const stored = (await server.keys(bucket)).filter((key) => !key.includes("store-id"));
    expect(stored).not.toEqual([]);
    expect(stored.filter((key) => key.startsWith("incoming/"))).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Baixar linhas recusadas" }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toContain(";123;Rui");
  });
});
