import { createReadStream } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { createRecado, type UploadFileParams, type UploadProgress } from "../../src/client";
import { recadoIn } from "../../src/client/recado";
import { listening } from "../support/listening";
import { clientThatGets, json, refusal, testEnvironment } from "./fake";

interface Arrived {
  line: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Starts a service and its storage on one port; `statusFor` returns the status of each PUT. */
async function storage(statusFor: (attempt: number) => number) {
  const arrived: Arrived[] = [];
  let puts = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const line = `${request.method} ${request.url}`;
      arrived.push({ line, headers: request.headers, body: Buffer.concat(parts) });
      if (request.method === "PUT") response.writeHead(statusFor((puts += 1))).end();
      else if (line.endsWith("/confirm")) response.end('{"id":"f-1","status":"uploaded"}');
      else response.end(JSON.stringify({ file_id: "f-1", url: `${url}/bytes?signature=1` }));
    });
  });
  const { url, stop: close } = await listening(server);
  const options = { baseUrl: `${url}/v3`, apiKey: "st_key" };
  return { recado: recadoIn(testEnvironment(), options), arrived, close };
}

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => index % 251);
const params = (data: UploadFileParams["data"]): UploadFileParams => ({
  data,
  usage: "template_media",
  content_type: "audio/wav",
});

describe("an upload", () => {
  it.each<[string, () => UploadFileParams["data"]]>([
    ["bytes", () => bytes],
    ["a buffer", () => bytes.buffer.slice(0)],
    ["a Blob", () => new Blob([bytes])],
    ["a stream", () => new Blob([bytes]).stream()],
  ])("uploads %s with announcement, PUT and confirmation", async (_, data) => {
    const { recado, arrived, close } = await storage(() => 200);
    await expect(recado.files.upload({ ...params(data()), filename: "aviso.wav" })).resolves.toEqual({
      id: "f-1",
      status: "uploaded",
    });
    await close();
    expect(arrived.map(({ line }) => line)).toEqual([
      "POST /v3/files/upload-url",
      "PUT /bytes?signature=1",
      "POST /v3/files/f-1/confirm",
    ]);
    const announced = {
      usage: "template_media",
      content_type: "audio/wav",
      size_bytes: 300_000,
      filename: "aviso.wav",
    };
    expect(JSON.parse(arrived[0]?.body.toString() ?? "")).toEqual(announced);
    expect(arrived[1]?.headers).toMatchObject({ "content-type": "audio/wav", "content-length": "300000" });
    expect(arrived[1]?.headers).not.toHaveProperty("x-api-key");
    expect(arrived[1]?.body.equals(bytes)).toBe(true);
  });

  it("uses the type and name of a File, and encodes text as UTF-8", async () => {
    const { recado, arrived, close } = await storage(() => 200);
    const data = new File(["telefone\n"], "clientes.csv", { type: "text/csv" });
    await recado.files.upload({ data, usage: "contact_import" });
    await recado.files.upload({ data: "nome\nJoão\n", usage: "contact_import", content_type: "text/csv" });
    await close();
    const announced = {
      usage: "contact_import",
      content_type: "text/csv",
      size_bytes: 9,
      filename: "clientes.csv",
    };
    expect(JSON.parse(arrived[0]?.body.toString() ?? "")).toEqual(announced);
    expect(arrived[4]?.body.toString()).toBe("nome\nJoão\n");
  });

  it("reports its progress with the announced length", async () => {
    const { recado, arrived, close } = await storage(() => 200);
    const progress: UploadProgress[] = [];
    await recado.files.upload(params(bytes), { onProgress: (one) => void progress.push(one) });
    await close();
    expect(arrived[1]?.headers["content-length"]).toBe("300000");
    expect(arrived[1]?.body.equals(bytes)).toBe(true);
    const sent = progress.map(({ sentBytes }) => sentBytes);
    expect(sent).toEqual([...new Set(sent)].sort((one, other) => one - other));
    expect([sent[0], sent.at(-1), sent.length > 3]).toEqual([0, 300_000, true]);
    expect(new Set(progress.map(({ totalBytes }) => totalBytes))).toEqual(new Set([300_000]));
  });

  it.each([[true], [false]])(
    "resends the bytes after a failure of the storage (progress: %p)",
    async (watched) => {
      const { recado, arrived, close } = await storage((attempt) => (attempt === 1 ? 503 : 200));
      const starts: UploadProgress[] = [];
      const onProgress = (one: UploadProgress) => void (one.sentBytes === 0 && starts.push(one));
      const file = await recado.files.upload(params(bytes), watched ? { onProgress } : {});
      await close();
      expect(file.status).toBe("uploaded");
      const puts = arrived.filter(({ line }) => line.startsWith("PUT"));
      expect(puts.map(({ body }) => body.equals(bytes))).toEqual([true, true]);
      expect(starts).toHaveLength(watched ? 2 : 0);
    },
  );

  it("is not confirmed when the storage refuses the bytes", async () => {
    const { recado, arrived, close } = await storage(() => 403);
    const upload = recado.files.upload(params(bytes));
    await expect(upload).rejects.toMatchObject({ status: 403, code: "unexpected_response" });
    await close();
    expect(arrived).toHaveLength(2);
  });

  it("fails with the service's error before any byte is sent", async () => {
    const { recado, sent } = clientThatGets([refusal(413, "payload_too_large")]);
    await expect(recado.files.upload(params(bytes))).rejects.toMatchObject({ code: "payload_too_large" });
    expect(sent).toHaveLength(1);
  });

  it("retries the announcement and the confirmation when no response arrives", async () => {
    const lost = new TypeError("fetch failed");
    const url = { file_id: "f-1", url: "https://storage.example.com/f-1" };
    const { recado, sent } = clientThatGets([
      lost,
      json(200, url),
      new Response(),
      lost,
      json(200, { id: "f-1" }),
    ]);
    await expect(recado.files.upload(params(bytes))).resolves.toEqual({ id: "f-1" });
    expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "PUT", "POST", "POST"]);
  });

  it("ends with the signal's reason", async () => {
    const control = new AbortController();
    const url = { file_id: "f-1", url: "https://storage.example.com/f-1" };
    const { recado, sent } = clientThatGets([
      json(200, url),
      async () => {
        control.abort(new Error("no longer wanted"));
        throw control.signal.reason;
      },
    ]);
    await expect(recado.files.upload(params(bytes), { signal: control.signal })).rejects.toThrow(
      "no longer wanted",
    );
    expect(sent).toHaveLength(2);
  });

  it.each([
    "clientes.csv",
    "dados/clientes de hoje.csv",
    "./aviso",
    "../aviso.wav",
    "/tmp/aviso.wav",
    "~/aviso",
    "C:\\dados\\aviso.wav",
    "C:/dados/aviso",
    "file:///tmp/aviso.wav",
    "aviso.mp3",
    "chamada.3gp",
  ])("refuses the path %p as text, and sends no request", async (path) => {
    const { recado, sent } = clientThatGets([]);
    await expect(recado.files.upload(params(path))).rejects.toThrow(
      `data is the path ${path}, and not the content of the file: in Node, give \`await openAsBlob(path)\` of node:fs`,
    );
    expect(sent).toEqual([]);
  });

  it.each([
    "telefone\n11 98765-4321",
    "telefone;nome",
    "telefone",
    "11 98765-4321",
    "ana@example.com",
    "/a;/b",
    "a\r\nb.csv",
    "R$ 12.50",
    "",
  ])("accepts the text %p as content", async (text) => {
    const url = { file_id: "f-1", url: "https://storage.example.com/f-1" };
    const { recado, sent } = clientThatGets([json(200, url), new Response(), json(200, { id: "f-1" })]);
    await recado.files.upload(params(text));
    expect(sent[1]?.body).toBe(text);
  });

  it.each([
    ["URL", new URL("file:///tmp/aviso.wav")],
    ["Object", createReadStream("/dev/null").destroy()],
    ["Array", [1, 2, 3]],
    ["Null", null],
    ["Undefined", undefined],
  ])("refuses data of type %s", async (kind, data) => {
    const { recado, sent } = clientThatGets([]);
    await expect(recado.files.upload(params(data as unknown as string))).rejects.toThrow(
      `data must be a Blob, bytes, a ReadableStream or text, not ${kind}: in Node`,
    );
    expect(sent).toEqual([]);
  });

  it("requires a content type", async () => {
    const recado = createRecado({ baseUrl: "https://messages.example.com/v3", apiKey: "st_key" });
    await expect(recado.files.upload({ data: bytes, usage: "template_media" })).rejects.toThrow(
      "needs content_type",
    );
  });
});
