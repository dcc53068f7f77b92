import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { addressOf } from "../parts/pages";
import { useAccount } from "../service/signed-in";
import { SendForm } from "./form";
import { intentsOf, sentOf } from "./memory";
import { Outcome } from "./outcome";

const BASE_PATH = "/console/send";

export function SendPage() {
  const { t } = useTexts();
  const { account } = useAccount();
  const { query, route } = useLocation();
  const accepted = sentOf(account.id);
  const sent = query.sent === undefined ? undefined : accepted.get(query.sent);
  if (sent) return <Outcome key={sent.key} sent={sent} />;
  return (
    <>
      <Heading name={t.send.title} />
      <SendForm
        intents={intentsOf(account.id, () => Date.now())}
        onSent={(done) => {
          accepted.set(done.key, done);
          route(addressOf(BASE_PATH, { sent: done.key }));
        }}
      />
    </>
  );
}
