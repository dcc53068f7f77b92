import { readRecipients } from "../../src/web/console/page/send/recipients";
import { en } from "../../src/web/console/page/texts/en";
import { pt } from "../../src/web/console/page/texts/pt";

describe("a hint about a table of recipients", () => {
  it("names a repeated heading, and not the letters of a heading", () => {
    const { faults } = readRecipients("telefone;Preço;Preço\n11987654321;1;2");
    expect(faults).toEqual([{ kind: "heading", line: 1, value: "Preço" }]);
    expect(en.send.heading("Preço")).toBe(
      "The heading “Preço” appears more than once. Only the first of these columns is used.",
    );
    expect(pt.send.heading("Preço")).toBe(
      "O cabeçalho “Preço” aparece mais de uma vez. Só a primeira dessas colunas é usada.",
    );
  });

  it("names a line with unreadable characters, and the character to correct", () => {
    expect(en.send.illegible(3)).toBe(
      "Line 3: there are characters that cannot be read. Skipped: correct each \ufffd.",
    );
    expect(pt.send.illegible(3)).toBe(
      "Linha 3: há caracteres que não puderam ser lidos. Foi ignorada: corrija cada \ufffd.",
    );
  });
});

describe("the delivery rate in the console", () => {
  it("is of the messages with a final outcome, of which some may not have been sent", () => {
    expect(en.rates.deliveredOfFinal("2", "4", false)).toBe(
      "2 of 4 messages with a final outcome. Blocked and canceled messages and errors do not count.",
    );
    expect(pt.rates.deliveredOfFinal("2", "4", false)).toBe(
      "2 de 4 mensagens com resultado final; bloqueadas, canceladas e com erro não contam.",
    );
    const { report } = pt.campaigns;
    const words = [pt.rates.deliveredHint, report.undelivered, report.shares, report.deliveredShare("50%")];
    for (const text of words) expect(text).not.toMatch(/enviad|envio/);
  });
});

describe("a count in the console", () => {
  it("uses the singular for the only message of a launch", () => {
    expect(en.campaigns.launch.known("1", true, "R$0.08")).toBe("1 message, R$0.08.");
    expect(en.campaigns.launch.known("2", false, "R$0.16")).toBe("2 messages, R$0.16.");
    expect(pt.campaigns.launch.known("1", true, "R$ 0,08")).toBe("1 mensagem, R$ 0,08.");
    expect(pt.campaigns.launch.known("2", false, "R$ 0,16")).toBe("2 mensagens, R$ 0,16.");
  });

  it("uses the singular for a list of one", () => {
    expect(pt.messages.count("1", "1", true)).toBe("1 de 1 mensagem");
    expect(pt.contacts.count("1", "2", false)).toBe("1 de 2 contatos");
    expect(en.campaigns.count("1", "1", true)).toBe("1 of 1 campaign");
  });

  it("uses the singular for the only contact or message of a campaign", () => {
    expect(en.campaigns.ofPeople("1", true)).toBe("of 1 contact");
    expect(pt.campaigns.ofPeople("1", true)).toBe("de 1 contato");
    expect(en.campaigns.preparing("0", "1", true)).toBe("Preparing… 0 of 1 contact");
    expect(pt.campaigns.preparing("0", "1", true)).toBe("Preparando… 0 de 1 contato");
    expect(pt.campaigns.done("0", "1", true)).toBe("0 de 1 processada");
    expect(en.rates.early("1", "10", true)).toBe("Too early: 1 of 10 has a final outcome");
    expect(pt.rates.early("1", "10", true)).toBe("Cedo demais: 1 de 10 tem resultado final");
  });

  it("uses the singular for the only failure of a campaign", () => {
    expect(en.overview.failures("1", "1", "100%", true, true)).toBe(
      "1 of 1 message was not delivered (100%).",
    );
    expect(en.overview.failures("1", "8", "12.5%", true, false)).toBe(
      "1 of 8 messages was not delivered (12.5%).",
    );
    expect(pt.overview.failures("1", "8", "12,5%", true, false)).toBe(
      "1 de 8 mensagens não foi entregue (12,5%).",
    );
    expect(pt.overview.failures("2", "8", "25%", false, false)).toBe(
      "2 de 8 mensagens não foram entregues (25%).",
    );
  });
});
