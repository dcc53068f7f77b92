import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { addressOf } from "../parts/pages";
import { useAccount } from "../service/signed-in";
import { SendForm } from "./form";
import { memoryOf } from "./memory";
import { Outcome } from "./outcome";

const BASE_PATH = "/console/send";

export function SendPage() {
  const { t } = useTexts();
  const { account } = useAccount();
  const { query, route } = useLocation();
  const memory = memoryOf(account.id);
  const sent = query.sent === undefined ? undefined : memory.sent.get(query.sent);
  if (sent) return <Outcome key={sent.key} sent={sent} />;
  return (
    <>
      <Heading name={t.send.title} />
      <SendForm
        intents={memory.intents}
        onSent={(done) => {
          memory.sent.set(done.key, done);
          route(addressOf(BASE_PATH, { sent: done.key }));
        }}
      />
    </>
  );
}
