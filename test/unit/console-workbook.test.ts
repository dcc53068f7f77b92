import { csvOf, sheetsOf } from "../../src/web/console/page/parts/workbook";
import { imports as en } from "../../src/web/console/page/texts/en/lists";
import { imports as pt } from "../../src/web/console/page/texts/pt/lists";
import { workbook } from "../support/workbook";

const file = (...sheets: Parameters<typeof workbook>) => new Blob([new Uint8Array(workbook(...sheets))]);

describe("an Excel workbook", () => {
  it("is converted to CSV with every digit of a number and localised dates", async () => {
    const rows = [
      ["Celular", "Cliente", "Data de Nascimento", "Valor"],
      [5511987651234, 'Ana "Aninha", Souza', new Date(Date.UTC(1990, 4, 17)), 12.5],
      ["(11) 98765-1235", null, new Date(Date.UTC(2026, 0, 2, 14, 30)), 0],
    ];
    const [sheet] = await sheetsOf(file({ Clientes: rows }));
    expect(sheet?.name).toBe("Clientes");
    expect(csvOf(sheet!, pt.cells)).toBe(
      "Celular,Cliente,Data de Nascimento,Valor\r\n" +
        '5511987651234,"Ana ""Aninha"", Souza",17/05/1990,"12,5"\r\n' +
        "(11) 98765-1235,,02/01/2026 14:30,0",
    );
  });

  it("is converted with decimals as its language writes them, without inexact digits", async () => {
    const [sheet] = await sheetsOf(file({ Valores: [["Valor"], [1234.5], [0.1 + 0.2], [1e-7], [1e21]] }));
    const whole = "1000000000000000000000";
    expect(csvOf(sheet!, pt.cells)).toBe(`Valor\r\n"1234,5"\r\n"0,3"\r\n"0,0000001"\r\n${whole}`);
    expect(csvOf(sheet!, en.cells)).toBe(`Valor\r\n1234.5\r\n0.3\r\n0.0000001\r\n${whole}`);
  });

  it("is converted with only the time of a cell that has no date", async () => {
    const time = (...clock: number[]) => new Date(Date.UTC(1899, 11, 30, ...clock));
    const rows = [["Hora"], [time(14, 30)], [time(0, 0)], [time(7, 5, 9)], [time(9, 0)]];
    const [sheet] = await sheetsOf(file({ Horas: rows }));
    expect(csvOf(sheet!, pt.cells)).toBe("Hora\r\n14:30\r\n00:00\r\n07:05:09\r\n09:00");
  });

  it("is converted with only the time of a cell on the first day of dates that begin in 1904", async () => {
    const first = (...clock: number[]) => new Date(Date.UTC(1904, 0, 1, ...clock));
    const [sheet] = await sheetsOf(file({ Horas: [["Hora"], [first(14, 30)], [first(0)]] }));
    expect(csvOf(sheet!, pt.cells)).toBe("Hora\r\n14:30\r\n01/01/1904");
  });

  it("lists its sheets in order, without empty ones", async () => {
    const sheets = await sheetsOf(file({ Resumo: [["x"]], Vazia: [], Clientes: [["phone"], ["1"]] }));
    expect(sheets.map(({ name }) => name)).toEqual(["Resumo", "Clientes"]);
  });

  it("is refused when it is not a workbook", async () => {
    await expect(sheetsOf(new Blob(["PK\x03\x04 and no more"]))).rejects.toThrow();
  });
});
