import com.example.recado.ApiClient;
import com.example.recado.ApiException;
import com.example.recado.api.CampaignsApi;
import com.example.recado.api.ConsentsApi;
import com.example.recado.api.ContactListsApi;
import com.example.recado.api.ContactsApi;
import com.example.recado.api.FilesApi;
import com.example.recado.api.ImportsApi;
import com.example.recado.api.MessagesApi;
import com.example.recado.api.SendingRulesApi;
import com.example.recado.api.TemplatesApi;
import com.example.recado.api.WebhooksApi;
import com.example.recado.model.Campaign;
import com.example.recado.model.CanceledBatch;
import com.example.recado.model.Channel;
import com.example.recado.model.Consent;
import com.example.recado.model.ConsentEvidenceInput;
import com.example.recado.model.ConsentStatus;
import com.example.recado.model.Contact;
import com.example.recado.model.ContactImport;
import com.example.recado.model.ContactList;
import com.example.recado.model.ContactListType;
import com.example.recado.model.Content;
import com.example.recado.model.CreateCampaignRequest;
import com.example.recado.model.CreateConsentRequest;
import com.example.recado.model.CreateContactListRequest;
import com.example.recado.model.CreateImportRequest;
import com.example.recado.model.CreateTemplateRequest;
import com.example.recado.model.CreateUploadUrlRequest;
import com.example.recado.model.CreateWebhookRequest;
import com.example.recado.model.ErrorEnvelope;
import com.example.recado.model.Failure;
import com.example.recado.model.FieldProblem;
import com.example.recado.model.FileUsage;
import com.example.recado.model.Message;
import com.example.recado.model.MessagePage;
import com.example.recado.model.MessageStatusChange;
import com.example.recado.model.Purpose;
import com.example.recado.model.Recipient;
import com.example.recado.model.SendMessagesRequest;
import com.example.recado.model.SendMessagesResponse;
import com.example.recado.model.SendResult;
import com.example.recado.model.SendingRule;
import com.example.recado.model.Template;
import com.example.recado.model.TestWebhookRequest;
import com.example.recado.model.TextEncoding;
import com.example.recado.model.UpdateContactRequest;
import com.example.recado.model.UpdateSendingRuleRequest;
import com.example.recado.model.UploadUrl;
import com.example.recado.model.UpsertContactRequest;
import com.example.recado.model.WebhookDelivery;
import com.example.recado.model.WebhookWithSecret;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A tour of Recado with the client that openapi-generator makes for Java.
 *
 * <p>It reads RECADO_URL (with the version, such as http://127.0.0.1:3000/v3), RECADO_KEY, and RECADO_RECEIVER: the
 * address of a webhook endpoint that returns 204.
 */
public final class Tour {
  private final ApiClient client = new ApiClient();
  private final MessagesApi messages;
  private final String word = Long.toString(System.nanoTime(), 36); // names are unique in an account

  private Tour(String url, String key) {
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("X-API-Key", key));
    messages = new MessagesApi(client);
  }

  public static void main(String[] args) throws Exception {
    Tour tour = new Tour(System.getenv("RECADO_URL"), System.getenv("RECADO_KEY"));
    tour.send();
    tour.readAFailure();
    tour.changeAContact();
    tour.scheduleAnOffer();
    tour.limitOffers();
    tour.launchACampaign();
    tour.hearOfChanges(URI.create(System.getenv("RECADO_RECEIVER")));
  }

  private Template smsTemplate(String name, String text) throws ApiException {
    return new TemplatesApi(client)
        .createTemplate(
            new CreateTemplateRequest()
                .name(name + " " + word)
                .channel(Channel.SMS)
                .content(new Content().type(Content.TypeEnum.TEXT).text(text)));
  }

  private void send() throws Exception {
    Template template = smsTemplate("Aviso", "Oi {{name}}, seu pedido chegou.");
    SendMessagesRequest request =
        new SendMessagesRequest()
            .templateId(template.getId())
            .addRecipientsItem(new Recipient().to("(11) 98765-4321").variables(Map.of("name", "Ana")))
            .addRecipientsItem(new Recipient().to("+55 21 99876-0007").variables(Map.of("name", "Rui")))
            .addRecipientsItem(new Recipient().to("011 3456-7890").variables(Map.of("name", "Eva")));
    // A repetition with the same key sends nothing twice.
    List<SendResult> sent = messages.sendMessages(request, "tour-" + word).getData();
    for (SendResult result : sent) {
      String code = result.getError() == null ? "-" : result.getError().getCode();
      System.out.println("sent: " + result.getTo() + " " + result.getStatus() + " " + code);
    }
    for (SendResult result : sent) {
      Message message = messages.getMessage(result.getMessageId());
      while (Set.of("pending", "sent").contains(message.getStatus())) {
        Thread.sleep(50);
        message = messages.getMessage(result.getMessageId());
      }
      String steps =
          message.getStatusHistory().stream()
              .map(MessageStatusChange::getStatus)
              .collect(Collectors.joining(" "));
      System.out.println("message: " + message.getTo() + " " + message.getStatus() + " (" + steps + ")");
      // Fields of a later version of the service are kept under their names.
      Object later = message.getAdditionalProperty("added_later");
      System.out.println("added later: " + (later == null ? "nothing" : later));
    }
    String listed = allMessages(template.getId()).stream().map(Message::getTo).sorted().collect(Collectors.joining(" "));
    System.out.println("listed: " + listed);
  }

  private List<Message> allMessages(UUID templateId) throws ApiException {
    List<Message> all = new ArrayList<>();
    MessagePage page;
    do {
      page =
          messages.listMessages(
              null, null, null, List.of(templateId), null, null, null, null, null, null, null, null, null, null, 2,
              all.size());
      all.addAll(page.getData());
    } while (page.getPagination().getHasMore());
    return all;
  }

  private void readAFailure() throws Exception {
    try {
      messages.sendMessages(
          new SendMessagesRequest()
              .channel(Channel.SMS)
              .content(new Content().type(Content.TypeEnum.TEXT).text("Oi!"))
              .addRecipientsItem(new Recipient().to("123")),
          null);
    } catch (ApiException failed) {
      if (failed.getResponseBody() == null) throw failed; // not a response of the service
      ErrorEnvelope envelope = client.getObjectMapper().readValue(failed.getResponseBody(), ErrorEnvelope.class);
      Failure failure = envelope.getError();
      String fields = failure.getFields().stream().map(FieldProblem::getField).collect(Collectors.joining(" "));
      String requestId = failure.getRequestId().isEmpty() ? "" : "with a request id";
      System.out.println("failed: " + failed.getCode() + " " + failure.getCode() + " " + fields + " " + requestId);
    }
  }

  private void changeAContact() throws ApiException {
    ContactsApi contacts = new ContactsApi(client);
    Contact contact =
        contacts.upsertContact(
            new UpsertContactRequest().phone("(11) 99999-1234").name("Ana").putAttributesItem("plano", "ouro"));
    // Omitted fields keep their values.
    contact = contacts.updateContact(contact.getId(), new UpdateContactRequest().name("Ana Maria"));
    System.out.println("contact: " + contact.getName() + " " + contact.getAttributes().get("plano"));
  }

  private void scheduleAnOffer() throws ApiException {
    SendMessagesResponse sent =
        messages.sendMessages(
            new SendMessagesRequest()
                .channel(Channel.SMS)
                .purpose(Purpose.MARKETING)
                // GSM-7 leaves out accents that it lacks, so more characters fit into a segment.
                .content(
                    new Content()
                        .type(Content.TypeEnum.TEXT)
                        .text("Promoção: pão a R$ 1!")
                        .encoding(TextEncoding.GSM7))
                .sendAt(OffsetDateTime.now().plusDays(1))
                .addTagsItem("promo")
                .addRecipientsItem(new Recipient().to("(11) 98765-4321")),
            null);
    Message message = messages.getMessage(sent.getData().get(0).getMessageId());
    String tags = String.join(" ", message.getTags());
    String text = message.getContent().getText();
    System.out.println("scheduled: " + message.getStatus() + " " + tags + " " + text);
    CanceledBatch batch = messages.cancelMessageBatch(sent.getBatchId());
    System.out.println("canceled: " + batch.getCanceled() + " " + batch.getNotCanceled());
  }

  private void limitOffers() throws ApiException {
    SendingRulesApi rules = new SendingRulesApi(client);
    UpdateSendingRuleRequest preset =
        new UpdateSendingRuleRequest().preset(UpdateSendingRuleRequest.PresetEnum.BR_MARKETING);
    SendingRule rule = rules.updateSendingRule(Purpose.MARKETING, preset, null);
    int windows = rule.getWindows().size();
    System.out.println("rule: " + rule.getHolidays() + " " + windows + " windows");
    Consent consent =
        new ConsentsApi(client)
            .createConsent(
                new CreateConsentRequest()
                    .phone("(11) 98765-4321")
                    .status(ConsentStatus.GRANTED)
                    .addPurposesItem(Purpose.MARKETING)
                    .evidence(new ConsentEvidenceInput().text("Quero receber ofertas.")));
    System.out.println("consent: " + consent.getPhone() + " " + consent.getSource());
    // Without a rule, marketing has no restriction.
    rules.deleteSendingRule(Purpose.MARKETING, null);
  }

  private UUID uploadTable(String table) throws Exception {
    byte[] bytes = table.getBytes(StandardCharsets.UTF_8);
    FilesApi files = new FilesApi(client);
    UploadUrl upload =
        files.createUploadUrl(
            new CreateUploadUrlRequest()
                .usage(FileUsage.CONTACT_IMPORT)
                .contentType("text/csv")
                .sizeBytes((long) bytes.length));
    HttpRequest put =
        HttpRequest.newBuilder(upload.getUrl())
            .header("Content-Type", "text/csv")
            .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes))
            .build();
    HttpClient.newHttpClient().send(put, HttpResponse.BodyHandlers.discarding());
    return files.confirmFile(upload.getFileId()).getId();
  }

  private UUID loadContacts() throws Exception {
    UUID file = uploadTable("telefone;nome;pedido\n(11) 91234-5678;Ana;A-1\n21 99876-1111;Rui;B-2\n123;Eva;C-3\n");
    ContactList contacts =
        new ContactListsApi(client)
            .createContactList(new CreateContactListRequest().name("Clientes " + word).type(ContactListType.DEFAULT));
    ImportsApi imports = new ImportsApi(client);
    ContactImport load = imports.createImport(contacts.getId(), new CreateImportRequest().fileId(file));
    while (Set.of("pending", "running").contains(load.getStatus())) {
      Thread.sleep(50);
      load = imports.getImport(contacts.getId(), load.getId());
    }
    int loaded = load.getCreated() + load.getUpdated();
    System.out.println("import: " + load.getStatus() + " " + loaded + " " + load.getRejected());
    return contacts.getId();
  }

  private void launchACampaign() throws Exception {
    UUID contacts = loadContacts();
    Template template = smsTemplate("Pedido", "Oi {{name}}, o pedido {{pedido}} saiu.");
    CampaignsApi campaigns = new CampaignsApi(client);
    Campaign campaign =
        campaigns.createCampaign(
            new CreateCampaignRequest().name("Pedidos " + word).templateId(template.getId()).listId(contacts));
    campaigns.launchCampaign(campaign.getId(), null);
    while (Set.of("draft", "running").contains(campaign.getStatus())) {
      Thread.sleep(50);
      campaign = campaigns.getCampaign(campaign.getId());
    }
    System.out.println("campaign: " + campaign.getStatus() + " " + campaign.getProgress().getTotal());
  }

  private void hearOfChanges(URI receiver) throws Exception {
    WebhooksApi webhooks = new WebhooksApi(client);
    WebhookWithSecret endpoint =
        webhooks.createWebhook(new CreateWebhookRequest().url(receiver).addEventTypesItem("message_update"));
    boolean isListed =
        webhooks.listWebhooks(null, null).getData().stream().anyMatch(one -> one.getId().equals(endpoint.getId()));
    String types = String.join(" ", endpoint.getEventTypes());
    System.out.println("webhook: " + endpoint.getStatus() + " " + types + " " + (isListed ? "listed" : "not listed"));
    WebhookDelivery delivery = webhooks.testWebhook(endpoint.getId(), new TestWebhookRequest());
    while (delivery.getStatus().equals("pending")) {
      Thread.sleep(50);
      // The newest comes first.
      delivery = webhooks.listWebhookDeliveries(endpoint.getId(), null, null, null, null).getData().get(0);
    }
    System.out.println("tested: " + delivery.getEventType() + " " + delivery.getStatus());
    webhooks.deleteWebhook(endpoint.getId(), null);
  }
}
