// A tour of Recado with the client that openapi-generator makes for Go.
//
// It reads RECADO_URL (with the version, such as http://127.0.0.1:3000/v3), RECADO_KEY, and RECADO_RECEIVER: the address
// of a webhook endpoint that returns 204.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	"example.com/acme/recado"
)

var (
	client = recado.NewAPIClient(&recado.Configuration{
		Servers:       recado.ServerConfigurations{{URL: os.Getenv("RECADO_URL")}},
		DefaultHeader: map[string]string{"X-API-Key": os.Getenv("RECADO_KEY")},
		HTTPClient:    &http.Client{Timeout: 30 * time.Second},
	})
	word = strconv.FormatInt(time.Now().UnixNano(), 36) // names are unique in an account
)

func main() {
	ctx := context.Background()
	parts := []func(context.Context) error{
		send, readAFailure, changeAContact, scheduleAnOffer, limitOffers, launchACampaign, hearOfChanges,
	}
	for _, part := range parts {
		if err := part(ctx); err != nil {
			log.Fatal(err)
		}
	}
}

func smsTemplate(ctx context.Context, name, text string) (*recado.Template, error) {
	content := recado.Content{Type: "text", Text: &text}
	request := recado.NewCreateTemplateRequest(name+" "+word, recado.SMS, content)
	template, _, err := client.TemplatesAPI.CreateTemplate(ctx).CreateTemplateRequest(*request).Execute()
	return template, err
}

func send(ctx context.Context) error {
	template, err := smsTemplate(ctx, "Aviso", "Oi {{name}}, seu pedido chegou.")
	if err != nil {
		return err
	}
	to := func(number, name string) recado.Recipient {
		return recado.Recipient{To: number, Variables: map[string]string{"name": name}}
	}
	request := recado.SendMessagesRequest{
		TemplateId: &template.Id,
		Recipients: []recado.Recipient{
			to("(11) 98765-4321", "Ana"), to("+55 21 99876-0007", "Rui"), to("011 3456-7890", "Eva"),
		},
	}
	// A repetition with the same key sends nothing twice.
	sent, _, err := client.MessagesAPI.SendMessages(ctx).SendMessagesRequest(request).IdempotencyKey("tour-" + word).Execute()
	if err != nil {
		return err
	}
	for _, result := range sent.Data {
		code := "-"
		if failed := result.Error.Get(); failed != nil {
			code = failed.Code
		}
		fmt.Println("sent:", result.GetTo(), result.Status, code)
	}
	for _, result := range sent.Data {
		message, err := whenSettled(ctx, result.MessageId)
		if err != nil {
			return err
		}
		var steps []string
		for _, step := range message.StatusHistory {
			steps = append(steps, step.Status)
		}
		fmt.Printf("message: %s %s (%s)\n", message.GetTo(), message.Status, strings.Join(steps, " "))
		// Fields of a later version of the service are kept under their names.
		later, isThere := message.AdditionalProperties["added_later"]
		if !isThere {
			later = "nothing"
		}
		fmt.Println("added later:", later)
	}
	return list(ctx, template.Id)
}

func whenSettled(ctx context.Context, id string) (*recado.Message, error) {
	for {
		message, _, err := client.MessagesAPI.GetMessage(ctx, id).Execute()
		if err != nil || (message.Status != "pending" && message.Status != "sent") {
			return message, err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func list(ctx context.Context, templateId string) error {
	var numbers []string
	for hasMore := true; hasMore; {
		offset := int32(len(numbers))
		page, _, err := client.MessagesAPI.ListMessages(ctx).TemplateId([]string{templateId}).Limit(2).Offset(offset).Execute()
		if err != nil {
			return err
		}
		for _, message := range page.Data {
			numbers = append(numbers, message.GetTo())
		}
		hasMore = page.Pagination.HasMore
	}
	sort.Strings(numbers)
	fmt.Println("listed:", strings.Join(numbers, " "))
	return nil
}

func readAFailure(ctx context.Context) error {
	channel, text := recado.SMS, "Oi!"
	_, answer, err := client.MessagesAPI.SendMessages(ctx).SendMessagesRequest(recado.SendMessagesRequest{
		Channel:    &channel,
		Content:    &recado.Content{Type: "text", Text: &text},
		Recipients: []recado.Recipient{{To: "123"}},
	}).Execute()
	var failed *recado.GenericOpenAPIError
	if !errors.As(err, &failed) {
		return err
	}
	envelope, isEnvelope := failed.Model().(recado.ErrorEnvelope)
	if !isEnvelope {
		return err // not a response of the service
	}
	failure := envelope.Error
	var fields []string
	for _, problem := range failure.Fields {
		fields = append(fields, problem.Field)
	}
	requestId := ""
	if failure.RequestId != "" {
		requestId = "with a request id"
	}
	fmt.Println("failed:", answer.StatusCode, failure.Code, strings.Join(fields, " "), requestId)
	return nil
}

func changeAContact(ctx context.Context) error {
	request := recado.NewUpsertContactRequest("(11) 99999-1234")
	request.SetName("Ana")
	request.SetAttributes(map[string]string{"plano": "ouro"})
	contact, _, err := client.ContactsAPI.UpsertContact(ctx).UpsertContactRequest(*request).Execute()
	if err != nil {
		return err
	}
	// Omitted fields keep their values.
	change := recado.UpdateContactRequest{Name: *recado.NewNullableString(recado.PtrString("Ana Maria"))}
	contact, _, err = client.ContactsAPI.UpdateContact(ctx, contact.Id).UpdateContactRequest(change).Execute()
	if err != nil {
		return err
	}
	fmt.Println("contact:", contact.GetName(), contact.Attributes["plano"])
	return nil
}

func scheduleAnOffer(ctx context.Context) error {
	channel, text, tomorrow := recado.SMS, "Promoção: pão a R$ 1!", time.Now().Add(24*time.Hour)
	request := recado.SendMessagesRequest{
		Channel: &channel,
		Purpose: recado.MARKETING.Ptr(),
		// GSM-7 leaves out accents that it lacks, so more characters fit into a segment.
		Content:    &recado.Content{Type: "text", Text: &text, Encoding: recado.GSM7.Ptr()},
		SendAt:     &tomorrow,
		Tags:       []string{"promo"},
		Recipients: []recado.Recipient{{To: "(11) 98765-4321"}},
	}
	sent, _, err := client.MessagesAPI.SendMessages(ctx).SendMessagesRequest(request).Execute()
	if err != nil {
		return err
	}
	message, _, err := client.MessagesAPI.GetMessage(ctx, sent.Data[0].MessageId).Execute()
	if err != nil {
		return err
	}
	fmt.Println("scheduled:", message.Status, strings.Join(message.Tags, " "), message.Content.Get().GetText())
	batch, _, err := client.MessagesAPI.CancelMessageBatch(ctx, sent.BatchId).Execute()
	if err != nil {
		return err
	}
	fmt.Println("canceled:", batch.Canceled, batch.NotCanceled)
	return nil
}

func limitOffers(ctx context.Context) error {
	rule, _, err := client.SendingRulesAPI.UpdateSendingRule(ctx, recado.MARKETING).
		UpdateSendingRuleRequest(recado.UpdateSendingRuleRequest{Preset: recado.PtrString("br-marketing")}).Execute()
	if err != nil {
		return err
	}
	fmt.Println("rule:", rule.GetHolidays(), len(rule.Windows), "windows")
	request := recado.CreateConsentRequest{
		Phone:    "(11) 98765-4321",
		Status:   recado.GRANTED,
		Purposes: []recado.Purpose{recado.MARKETING},
		Evidence: &recado.ConsentEvidenceInput{Text: recado.PtrString("Quero receber ofertas.")},
	}
	consent, _, err := client.ConsentsAPI.CreateConsent(ctx).CreateConsentRequest(request).Execute()
	if err != nil {
		return err
	}
	fmt.Println("consent:", consent.GetPhone(), consent.Source)
	// Without a rule, marketing has no restriction.
	_, err = client.SendingRulesAPI.DeleteSendingRule(ctx, recado.MARKETING).Execute()
	return err
}

func uploadTable(ctx context.Context, table string) (string, error) {
	request := recado.NewCreateUploadUrlRequest(recado.CONTACT_IMPORT, "text/csv", int64(len(table)))
	upload, _, err := client.FilesAPI.CreateUploadUrl(ctx).CreateUploadUrlRequest(*request).Execute()
	if err != nil {
		return "", err
	}
	put, err := http.NewRequestWithContext(ctx, http.MethodPut, upload.Url, strings.NewReader(table))
	if err != nil {
		return "", err
	}
	put.Header.Set("Content-Type", "text/csv")
	answer, err := http.DefaultClient.Do(put)
	if err != nil {
		return "", err
	}
	answer.Body.Close()
	_, _, err = client.FilesAPI.ConfirmFile(ctx, upload.FileId).Execute()
	return upload.FileId, err
}

func loadContacts(ctx context.Context) (listId string, err error) {
	file, err := uploadTable(ctx, "telefone;nome;pedido\n(11) 91234-5678;Ana;A-1\n21 99876-1111;Rui;B-2\n123;Eva;C-3\n")
	if err != nil {
		return "", err
	}
	request := recado.NewCreateContactListRequest("Clientes "+word, recado.DEFAULT)
	contacts, _, err := client.ContactListsAPI.CreateContactList(ctx).CreateContactListRequest(*request).Execute()
	if err != nil {
		return "", err
	}
	load, _, err := client.ImportsAPI.CreateImport(ctx, contacts.Id).
		CreateImportRequest(*recado.NewCreateImportRequest(file)).Execute()
	for err == nil && (load.Status == "pending" || load.Status == "running") {
		time.Sleep(50 * time.Millisecond)
		load, _, err = client.ImportsAPI.GetImport(ctx, contacts.Id, load.Id).Execute()
	}
	if err != nil {
		return "", err
	}
	fmt.Println("import:", load.Status, load.Created+load.Updated, load.Rejected)
	return contacts.Id, nil
}

func launchACampaign(ctx context.Context) error {
	contacts, err := loadContacts(ctx)
	if err != nil {
		return err
	}
	template, err := smsTemplate(ctx, "Pedido", "Oi {{name}}, o pedido {{pedido}} saiu.")
	if err != nil {
		return err
	}
	request := recado.NewCreateCampaignRequest("Pedidos "+word, template.Id, contacts)
	campaign, _, err := client.CampaignsAPI.CreateCampaign(ctx).CreateCampaignRequest(*request).Execute()
	if err != nil {
		return err
	}
	if _, err := client.CampaignsAPI.LaunchCampaign(ctx, campaign.Id).Execute(); err != nil {
		return err
	}
	for campaign.Status == "draft" || campaign.Status == "running" {
		time.Sleep(50 * time.Millisecond)
		if campaign, _, err = client.CampaignsAPI.GetCampaign(ctx, campaign.Id).Execute(); err != nil {
			return err
		}
	}
	fmt.Println("campaign:", campaign.Status, campaign.Progress.Total)
	return nil
}

func hearOfChanges(ctx context.Context) error {
	request := recado.CreateWebhookRequest{Url: os.Getenv("RECADO_RECEIVER"), EventTypes: []string{"message_update"}}
	endpoint, _, err := client.WebhooksAPI.CreateWebhook(ctx).CreateWebhookRequest(request).Execute()
	if err != nil {
		return err
	}
	page, _, err := client.WebhooksAPI.ListWebhooks(ctx).Execute()
	if err != nil {
		return err
	}
	listed := "not listed"
	for _, one := range page.Data {
		if one.Id == endpoint.Id {
			listed = "listed"
		}
	}
	fmt.Println("webhook:", endpoint.Status, strings.Join(endpoint.EventTypes, " "), listed)
	delivery, _, err := client.WebhooksAPI.TestWebhook(ctx, endpoint.Id).TestWebhookRequest(recado.TestWebhookRequest{}).Execute()
	for err == nil && delivery.Status == "pending" {
		time.Sleep(50 * time.Millisecond)
		var deliveries *recado.WebhookDeliveryPage
		if deliveries, _, err = client.WebhooksAPI.ListWebhookDeliveries(ctx, endpoint.Id).Execute(); err == nil {
			delivery = &deliveries.Data[0] // the newest
		}
	}
	if err != nil {
		return err
	}
	fmt.Println("tested:", delivery.EventType, delivery.Status)
	_, err = client.WebhooksAPI.DeleteWebhook(ctx, endpoint.Id).Execute()
	return err
}
