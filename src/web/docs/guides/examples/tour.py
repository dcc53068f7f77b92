"""A tour of Recado with the client that openapi-generator makes for Python.

It reads RECADO_URL (with the version, such as http://127.0.0.1:3000/v3), RECADO_KEY, and RECADO_RECEIVER: the address
of a webhook endpoint that returns 204.
"""

import os
import time
import urllib.request
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

import recado_client as recado

configuration = recado.Configuration(
    host=os.environ["RECADO_URL"],
    api_key={"ApiKeyHeader": os.environ["RECADO_KEY"]},
)
word = uuid.uuid4().hex[:8]  # names are unique in an account


def send(client: recado.ApiClient) -> None:
    messages = recado.MessagesApi(client)
    template = recado.TemplatesApi(client).create_template(
        recado.CreateTemplateRequest(
            name=f"Aviso {word}",
            channel=recado.Channel.SMS,
            content=recado.Content(type="text", text="Oi {{name}}, seu pedido chegou."),
        )
    )
    sent = messages.send_messages(
        recado.SendMessagesRequest(
            template_id=template.id,
            recipients=[
                recado.Recipient(to="(11) 98765-4321", variables={"name": "Ana"}),
                recado.Recipient(to="+55 21 99876-0007", variables={"name": "Rui"}),
                recado.Recipient(to="011 3456-7890", variables={"name": "Eva"}),
            ],
        ),
        idempotency_key=f"tour-{word}",  # a repetition with the same key sends nothing twice
    )
    for result in sent.data:
        print("sent:", result.to, result.status, result.error.code if result.error else "-")
    for result in sent.data:
        message = messages.get_message(result.message_id)
        while message.status in ("pending", "sent"):
            time.sleep(0.05)
            message = messages.get_message(result.message_id)
        steps = " ".join(step.status for step in message.status_history)
        print("message:", message.to, message.status, f"({steps})")
        # Fields of a later version of the service are kept under their names.
        print("added later:", message.additional_properties.get("added_later", "nothing"))
    print("listed:", " ".join(sorted(message.to or "" for message in all_messages(messages, template.id))))


def all_messages(messages: recado.MessagesApi, template_id: uuid.UUID) -> Iterator[recado.Message]:
    offset = 0
    while True:
        page = messages.list_messages(template_id=[template_id], limit=2, offset=offset)
        yield from page.data
        offset += len(page.data)
        if not page.pagination.has_more:
            return


def read_a_failure(client: recado.ApiClient) -> None:
    try:
        recado.MessagesApi(client).send_messages(
            recado.SendMessagesRequest(
                channel=recado.Channel.SMS,
                content=recado.Content(type="text", text="Oi!"),
                recipients=[recado.Recipient(to="123")],
            )
        )
    except recado.ApiException as failed:
        if not isinstance(failed.data, recado.ErrorEnvelope):
            raise  # not a response of the service
        failure = failed.data.error
        fields = " ".join(problem.var_field for problem in failure.fields or [])
        print("failed:", failed.status, failure.code, fields, "with a request id" if failure.request_id else "")


def change_a_contact(client: recado.ApiClient) -> None:
    contacts = recado.ContactsApi(client)
    contact = contacts.upsert_contact(
        recado.UpsertContactRequest(phone="(11) 99999-1234", name="Ana", attributes={"plano": "ouro"})
    )
    # Omitted fields keep their values.
    contact = contacts.update_contact(contact.id, recado.UpdateContactRequest(name="Ana Maria"))
    print("contact:", contact.name, contact.attributes["plano"])


def schedule_an_offer(client: recado.ApiClient) -> None:
    messages = recado.MessagesApi(client)
    sent = messages.send_messages(
        recado.SendMessagesRequest(
            channel=recado.Channel.SMS,
            purpose=recado.Purpose.MARKETING,
            # GSM-7 leaves out accents that it lacks, so more characters fit into a segment.
            content=recado.Content(type="text", text="Promoção: pão a R$ 1!", encoding=recado.TextEncoding.GSM7),
            send_at=datetime.now(timezone.utc) + timedelta(days=1),
            tags=["promo"],
            recipients=[recado.Recipient(to="(11) 98765-4321")],
        )
    )
    message = messages.get_message(sent.data[0].message_id)
    text = message.content.text if message.content else "-"
    print("scheduled:", message.status, " ".join(message.tags), text)
    batch = messages.cancel_message_batch(sent.batch_id)
    print("canceled:", batch.canceled, batch.not_canceled)


def limit_offers(client: recado.ApiClient) -> None:
    rules = recado.SendingRulesApi(client)
    rule = rules.update_sending_rule(
        recado.Purpose.MARKETING, recado.UpdateSendingRuleRequest(preset="br-marketing")
    )
    print("rule:", rule.holidays, len(rule.windows), "windows")
    consent = recado.ConsentsApi(client).create_consent(
        recado.CreateConsentRequest(
            phone="(11) 98765-4321",
            status=recado.ConsentStatus.GRANTED,
            purposes=[recado.Purpose.MARKETING],
            evidence=recado.ConsentEvidenceInput(text="Quero receber ofertas."),
        )
    )
    print("consent:", consent.phone, consent.source)
    # Without a rule, marketing has no restriction.
    rules.delete_sending_rule(recado.Purpose.MARKETING)


def launch_a_campaign(client: recado.ApiClient) -> None:
    files, lists, imports = recado.FilesApi(client), recado.ContactListsApi(client), recado.ImportsApi(client)
    table = "telefone;nome;pedido\n(11) 91234-5678;Ana;A-1\n21 99876-1111;Rui;B-2\n123;Eva;C-3\n".encode()
    upload = files.create_upload_url(
        recado.CreateUploadUrlRequest(
            usage=recado.FileUsage.CONTACT_IMPORT, content_type="text/csv", size_bytes=len(table)
        )
    )
    put = urllib.request.Request(upload.url, data=table, method="PUT", headers={"Content-Type": "text/csv"})
    urllib.request.urlopen(put).close()
    files.confirm_file(upload.file_id)
    contacts = lists.create_contact_list(
        recado.CreateContactListRequest(name=f"Clientes {word}", type=recado.ContactListType.DEFAULT)
    )
    load = imports.create_import(contacts.id, recado.CreateImportRequest(file_id=upload.file_id))
    while load.status in ("pending", "running"):
        time.sleep(0.05)
        load = imports.get_import(contacts.id, load.id)
    print("import:", load.status, load.created + load.updated, load.rejected)

    template = recado.TemplatesApi(client).create_template(
        recado.CreateTemplateRequest(
            name=f"Pedido {word}",
            channel=recado.Channel.SMS,
            content=recado.Content(type="text", text="Oi {{name}}, o pedido {{pedido}} saiu."),
        )
    )
    campaigns = recado.CampaignsApi(client)
    campaign = campaigns.create_campaign(
        recado.CreateCampaignRequest(name=f"Pedidos {word}", template_id=template.id, list_id=contacts.id)
    )
    campaigns.launch_campaign(campaign.id)
    while (campaign := campaigns.get_campaign(campaign.id)).status == "running":
        time.sleep(0.05)
    print("campaign:", campaign.status, campaign.progress.total)


def hear_of_changes(client: recado.ApiClient) -> None:
    webhooks = recado.WebhooksApi(client)
    endpoint = webhooks.create_webhook(
        recado.CreateWebhookRequest(url=os.environ["RECADO_RECEIVER"], event_types=["message_update"])
    )
    listed = [one.id for one in webhooks.list_webhooks().data]
    print("webhook:", endpoint.status, " ".join(endpoint.event_types), "listed" if endpoint.id in listed else "not listed")
    delivery = webhooks.test_webhook(endpoint.id, recado.TestWebhookRequest())
    while delivery.status == "pending":
        time.sleep(0.05)
        deliveries = webhooks.list_webhook_deliveries(endpoint.id).data
        delivery = next(one for one in deliveries if one.id == delivery.id)
    print("tested:", delivery.event_type, delivery.status)
    webhooks.delete_webhook(endpoint.id)


with recado.ApiClient(configuration) as client:
    send(client)
    read_a_failure(client)
    change_a_contact(client)
    schedule_an_offer(client)
    limit_offers(client)
    launch_a_campaign(client)
    hear_of_changes(client)
