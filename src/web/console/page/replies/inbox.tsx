import { MessageSquareText } from "lucide";
import { useRoute } from "preact-iso";
import { Icon } from "../../../design/icon";
import { useMedia } from "../parts/use-media";
import { useTexts } from "../texts/language";
import { ConversationList } from "./conversation-list";
import { ConversationPane } from "./conversation";

/**
 * Shows the list of conversations beside the open conversation. A narrow page shows only the open
 * conversation, or the list if none is open.
 */
export function Inbox() {
  const { t } = useTexts();
  const { number = "" } = useRoute().params;
  const isWide = useMedia("(width >= 64rem)");
  const hasList = isWide || number === "";
  return (
    <div class="inbox">
      {hasList && (
        <section class="inbox-list" aria-label={t.menu.groups.conversations}>
          <ConversationList openNumber={number} />
        </section>
      )}
      {number !== "" ? (
        <ConversationPane key={number} number={number} />
      ) : (
        isWide && (
          <div class="grid place-content-center justify-items-center gap-2 p-8 text-center text-quiet">
            <Icon of={MessageSquareText} size={28} />
            <p>{t.replies.choose}</p>
          </div>
        )
      )}
    </div>
  );
}
