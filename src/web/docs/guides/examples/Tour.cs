using System;
using System.Collections.Generic;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Text;
using System.Threading;
using Newtonsoft.Json;
using Recado.Api;
using Recado.Client;
using Recado.Model;

/// <summary>
/// A tour of Recado with the client that openapi-generator makes for C#.
///
/// It reads RECADO_URL (with the version, such as http://127.0.0.1:3000/v3), RECADO_KEY, and RECADO_RECEIVER: the address
/// of a webhook endpoint that returns 204.
/// </summary>
public static class Tour
{
    private static readonly Configuration Settings = new Configuration
    {
        BasePath = Environment.GetEnvironmentVariable("RECADO_URL"),
        ApiKey = new Dictionary<string, string> { ["X-API-Key"] = Environment.GetEnvironmentVariable("RECADO_KEY") },
    };

    private static readonly MessagesApi Messages = new MessagesApi(Settings);

    private static readonly string Word = Guid.NewGuid().ToString("N").Substring(0, 8); // names are unique in an account

    public static void Main()
    {
        Send();
        ReadAFailure();
        ChangeAContact();
        ScheduleAnOffer();
        LimitOffers();
        LaunchACampaign();
        HearOfChanges();
    }

    private static Template SmsTemplate(string name, string text) =>
        new TemplatesApi(Settings).CreateTemplate(
            new CreateTemplateRequest(
                name: $"{name} {Word}",
                channel: Channel.Sms,
                content: new Content(type: Content.TypeEnum.Text, text: text)));

    private static Recipient To(string number, string name) =>
        new Recipient(to: number, variables: new Dictionary<string, string> { ["name"] = name });

    private static void Send()
    {
        var template = SmsTemplate("Aviso", "Oi {{name}}, seu pedido chegou.");
        var recipients = new List<Recipient>
        {
            To("(11) 98765-4321", "Ana"), To("+55 21 99876-0007", "Rui"), To("011 3456-7890", "Eva"),
        };
        // A repetition with the same key sends nothing twice.
        var sent = Messages.SendMessages(
            new SendMessagesRequest(templateId: template.Id, recipients: recipients), idempotencyKey: $"tour-{Word}");
        foreach (var result in sent.Data)
            Console.WriteLine($"sent: {result.To} {result.Status} {result.Error?.Code ?? "-"}");
        foreach (var result in sent.Data)
        {
            var message = Messages.GetMessage(result.MessageId);
            while (message.Status == "pending" || message.Status == "sent")
            {
                Thread.Sleep(50);
                message = Messages.GetMessage(result.MessageId);
            }
            var steps = string.Join(" ", message.StatusHistory.Select(step => step.Status));
            Console.WriteLine($"message: {message.To} {message.Status} ({steps})");
            // Fields of a later version of the service are kept under their names.
            var isThere = message.AdditionalProperties.TryGetValue("added_later", out var later);
            Console.WriteLine($"added later: {(isThere ? later : "nothing")}");
        }
        var listed = AllMessages(template.Id).Select(message => message.To).OrderBy(to => to, StringComparer.Ordinal);
        Console.WriteLine($"listed: {string.Join(" ", listed)}");
    }

    private static IEnumerable<Message> AllMessages(Guid templateId)
    {
        var offset = 0;
        MessagePage page;
        do
        {
            page = Messages.ListMessages(templateId: new List<Guid> { templateId }, limit: 2, offset: offset);
            foreach (var message in page.Data) yield return message;
            offset += page.Data.Count;
        }
        while (page.Pagination.HasMore);
    }

    private static void ReadAFailure()
    {
        try
        {
            Messages.SendMessages(
                new SendMessagesRequest(
                    channel: Channel.Sms,
                    content: new Content(type: Content.TypeEnum.Text, text: "Oi!"),
                    recipients: new List<Recipient> { new Recipient(to: "123") }));
        }
        catch (ApiException failed) when (failed.ErrorContent is string body)
        {
            var failure = JsonConvert.DeserializeObject<ErrorEnvelope>(body).Error;
            var fields = string.Join(" ", failure.Fields.Select(problem => problem.Field));
            var requestId = failure.RequestId == "" ? "" : "with a request id";
            Console.WriteLine($"failed: {failed.ErrorCode} {failure.Code} {fields} {requestId}");
        }
    }

    private static void ChangeAContact()
    {
        var contacts = new ContactsApi(Settings);
        var contact = contacts.UpsertContact(
            new UpsertContactRequest(
                phone: "(11) 99999-1234", name: "Ana", attributes: new Dictionary<string, string> { ["plano"] = "ouro" }));
        // Omitted fields keep their values.
        contact = contacts.UpdateContact(contact.Id, new UpdateContactRequest(name: "Ana Maria"));
        Console.WriteLine($"contact: {contact.Name} {contact.Attributes["plano"]}");
    }

    private static void ScheduleAnOffer()
    {
        // GSM-7 leaves out accents that it lacks, so more characters fit into a segment.
        var content = new Content(
            type: Content.TypeEnum.Text, text: "Promoção: pão a R$ 1!", encoding: TextEncoding.Gsm7);
        var sent = Messages.SendMessages(
            new SendMessagesRequest(
                channel: Channel.Sms,
                purpose: Purpose.Marketing,
                content: content,
                sendAt: DateTime.UtcNow.AddDays(1),
                tags: new List<string> { "promo" },
                recipients: new List<Recipient> { new Recipient(to: "(11) 98765-4321") }));
        var message = Messages.GetMessage(sent.Data[0].MessageId);
        Console.WriteLine($"scheduled: {message.Status} {string.Join(" ", message.Tags)} {message.Content.Text}");
        var batch = Messages.CancelMessageBatch(sent.BatchId);
        Console.WriteLine($"canceled: {batch.Canceled} {batch.NotCanceled}");
    }

    private static void LimitOffers()
    {
        var rules = new SendingRulesApi(Settings);
        var week = Enumerable.Range((int)SendingWindow.DaysEnum.Mon, 5).Select(day => (SendingWindow.DaysEnum)day).ToList();
        var saturday = new List<SendingWindow.DaysEnum> { SendingWindow.DaysEnum.Sat };
        var windows = new List<SendingWindow>
        {
            new SendingWindow(week, "08:00", "18:00"), new SendingWindow(saturday, "09:00", "13:00"),
        };
        // A client in C# cannot give a preset, because it always sends the fields that a preset excludes.
        var request = new UpdateSendingRuleRequest(
            windows: windows, holidays: "br", maxPerRecipient: new RecipientLimit(messages: 7, days: 7));
        var rule = rules.UpdateSendingRule(Purpose.Marketing, request);
        Console.WriteLine($"rule: {rule.Holidays} {rule.Windows.Count} windows");
        var consent = new ConsentsApi(Settings).CreateConsent(
            new CreateConsentRequest(
                phone: "(11) 98765-4321",
                status: ConsentStatus.Granted,
                purposes: new List<Purpose> { Purpose.Marketing },
                evidence: new ConsentEvidenceInput(text: "Quero receber ofertas.")));
        Console.WriteLine($"consent: {consent.Phone} {consent.Source}");
        // Without a rule, marketing has no restriction.
        rules.DeleteSendingRule(Purpose.Marketing);
    }

    private static Guid UploadTable(string table)
    {
        var bytes = Encoding.UTF8.GetBytes(table);
        var files = new FilesApi(Settings);
        var upload = files.CreateUploadUrl(
            new CreateUploadUrlRequest(usage: FileUsage.ContactImport, contentType: "text/csv", sizeBytes: bytes.Length));
        using (var http = new HttpClient())
        using (var content = new ByteArrayContent(bytes))
        {
            content.Headers.ContentType = new MediaTypeHeaderValue("text/csv");
            http.PutAsync(upload.Url, content).GetAwaiter().GetResult().EnsureSuccessStatusCode();
        }
        return files.ConfirmFile(upload.FileId).Id;
    }

    private static Guid LoadContacts()
    {
        var file = UploadTable("telefone;nome;pedido\n(11) 91234-5678;Ana;A-1\n21 99876-1111;Rui;B-2\n123;Eva;C-3\n");
        var contacts = new ContactListsApi(Settings).CreateContactList(
            new CreateContactListRequest(name: $"Clientes {Word}", type: ContactListType.Default));
        var imports = new ImportsApi(Settings);
        var load = imports.CreateImport(contacts.Id, new CreateImportRequest(fileId: file));
        while (load.Status == "pending" || load.Status == "running")
        {
            Thread.Sleep(50);
            load = imports.GetImport(contacts.Id, load.Id);
        }
        Console.WriteLine($"import: {load.Status} {load.Created + load.Updated} {load.Rejected}");
        return contacts.Id;
    }

    private static void LaunchACampaign()
    {
        var contacts = LoadContacts();
        var template = SmsTemplate("Pedido", "Oi {{name}}, o pedido {{pedido}} saiu.");
        var campaigns = new CampaignsApi(Settings);
        var campaign = campaigns.CreateCampaign(
            new CreateCampaignRequest(name: $"Pedidos {Word}", templateId: template.Id, listId: contacts));
        campaigns.LaunchCampaign(campaign.Id);
        while (campaign.Status == "draft" || campaign.Status == "running")
        {
            Thread.Sleep(50);
            campaign = campaigns.GetCampaign(campaign.Id);
        }
        Console.WriteLine($"campaign: {campaign.Status} {campaign.Progress.Total}");
    }

    private static void HearOfChanges()
    {
        var webhooks = new WebhooksApi(Settings);
        var endpoint = webhooks.CreateWebhook(
            new CreateWebhookRequest(
                url: Environment.GetEnvironmentVariable("RECADO_RECEIVER"),
                eventTypes: new List<string> { "message_update" }));
        var isListed = webhooks.ListWebhooks().Data.Any(one => one.Id == endpoint.Id);
        var types = string.Join(" ", endpoint.EventTypes);
        Console.WriteLine($"webhook: {endpoint.Status} {types} {(isListed ? "listed" : "not listed")}");
        var delivery = webhooks.TestWebhook(endpoint.Id, new TestWebhookRequest());
        while (delivery.Status == "pending")
        {
            Thread.Sleep(50);
            // The newest comes first.
            delivery = webhooks.ListWebhookDeliveries(endpoint.Id).Data.First();
        }
        Console.WriteLine($"tested: {delivery.EventType} {delivery.Status}");
        webhooks.DeleteWebhook(endpoint.Id);
    }
}
