import { randomBytes } from "node:crypto";
import { httpClient, notReached } from "../http-client";
import { ConnectionTestError } from "../kind";
import { ariOf, type AsteriskConnection, authorizationOf, eventsUrl, failureOf } from "./ari";
import { audioOf } from "./audio";
import { channelIdOf } from "./ari-events";
import { openEvents, closeReasonOf } from "./link";

const CONNECT_MS = 5_000;

/** Tests the user's permissions, the event connection and the required modules. Makes no call. */
export async function testConnection(
  connection: AsteriskConnection,
  _parts: unknown,
  signal: AbortSignal,
): Promise<string> {
  const { url, username, app } = connection.settings;
  const client = httpClient({ connections: 4 });
  const ari = ariOf(connection, client);
  try {
    const { data, error, response } = await ari.GET("/asterisk/info", { signal });
    if (response.status === 401) {
      throw new ConnectionTestError(`Asterisk refuses the user ${username} or its password (401)`);
    }
    if (!data)
      throw new ConnectionTestError(`${url}/asterisk/info returned ${failureOf(response.status, error)}`);
    const version = data.system?.version ?? "of unknown version";

    // The channel does not exist. Asterisk rejects a read-only user before it checks the channel.
    const hangUp = await ari.DELETE("/channels/{channelId}", {
      params: { path: { channelId: channelIdOf(app, "test") }, query: { reason: "normal" } },
      signal,
    });
    if (hangUp.response.status === 403) {
      throw new ConnectionTestError(`the user ${username} is read_only in ari.conf: it cannot make calls`);
    }
    const audio = audioOf(ari);
    const missing = await audio.missing(signal);
    if (missing.length > 0) {
      throw new ConnectionTestError(
        `Asterisk ${version} has not loaded ${missing.join(", ")}, which calls need`,
      );
    }
    // A second listener of the configured application would take the service's events, so the name is random.
    await receiveEvents(connection, `${app}-test-${randomBytes(4).toString("hex")}`);
    const played = await audio.played(signal);
    return `Asterisk ${version} accepts the user ${username}, sends it events, and plays ${played.join(", ")}`;
  } catch (error) {
    throw error instanceof ConnectionTestError ? error : notReached(url, error);
  } finally {
    await client.close();
  }
}

function receiveEvents(connection: AsteriskConnection, app: string): Promise<void> {
  const socket = openEvents(eventsUrl(connection, app), authorizationOf(connection), CONNECT_MS);
  return new Promise<void>((resolve, reject) => {
    socket.on("open", resolve);
    socket.on("error", (error) =>
      reject(new ConnectionTestError(`Asterisk's events cannot be received: ${closeReasonOf(error)}`)),
    );
  }).finally(() => socket.terminate());
}
