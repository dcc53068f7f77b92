// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ImportsApi {
  /**
   * Cancel an import
   *
   * `POST /contact-lists/{list_id}/imports/{import_id}/cancel`
   *
   * Ends an import that is waiting or running. Rows that were taken before stay as they are. Canceling twice
   * does no harm; an import that has completed or failed is answered with 409.
   */
  cancelImport(request: OperationRequest<"cancelImport">): Promise<OperationReply<"cancelImport">>;
  /**
   * Import contacts from a file
   *
   * `POST /contact-lists/{list_id}/imports`
   *
   * Starts to read a `csv` file of contacts into the list, and answers at once; read the import to see how
   * far it is. The file must have been announced with the usage `contact_import`, uploaded and confirmed. One
   * import at a time runs on a list. The file and the rejected rows are removed 30 days after the import has
   * ended, or when the operator of the service has set; the file can be deleted sooner.
   *
   * Each row does what creating or changing a contact by its number does, and puts the contact into the list.
   * A row that cannot be taken is rejected for itself and stops nothing. When a number comes twice, both rows
   * are applied in the order of the file.
   *
   * The file:
   *
   * - It is UTF-8, with or without a byte order mark, or Windows-1252.
   * - Commas, semicolons or tabs separate cells; the first row shows which.
   * - Cells may be in double quotes; a quote inside is doubled. Empty lines are passed over.
   * - The first row names the columns; spaces around a name do not count.
   * - One column is `phone` or `telefone`, one may be `name` or `nome`, all in any case.
   * - Where no column is `phone` or `telefone`, the one column that says so in other words is the number: `celular`, `whatsapp`, `fone`, `tel`, `número`, `número de telefone`, `telefone celular`, `mobile`, `cell`, `number`, `phone number` and the like. Case, accents and punctuation do not count.
   * - Where no column is `name` or `nome`, the same holds for `nome completo`, `nome do cliente`, `full name` and `customer name`; and for `cliente`, `contato`, `customer`, `contact`, `fullname` and `nome_completo`, but only in a file whose number is not headed `phone` or `telefone`.
   * - Every other column is an attribute, at most 100 of them. A heading that can be the name of an attribute is that name, in its own spelling. From any other heading the name is made: accents are dropped, letters become lower case, each run of characters other than `a` to `z` and `0` to `9` becomes `_`, `_` at either end is dropped, and 64 characters are kept; where nothing is left, the name is `column_` and the column's number. A name that is taken, or that is a spelling of `name` or `phone`, gets `_2`, `_3` and so on. `Data de Nascimento` becomes `data_de_nascimento`.
   * - `columns` of the request says otherwise for the columns that it names. The import shows in its `columns` what each was used for.
   * - A column without a name is passed over as long as it is empty; a row with something in it is rejected.
   * - An empty name keeps the contact's name, and an empty attribute is none.
   * - A number in spreadsheet notation, such as `5.5E+12`, has lost its digits and is rejected.
   *
   * If there are columns of attributes, they take the place of all attributes that a contact had; without
   * any, it keeps what it has. A first row that names no numbers, or names two columns alike, fails the whole
   * import with `file_unreadable`; so do a heading in `columns` that the file does not have, and an Excel
   * workbook.
   */
  createImport(request: OperationRequest<"createImport">): Promise<OperationReply<"createImport">>;
  /**
   * Get an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}`
   *
   * Answers with one import, and how far it has come.
   */
  getImport(request: OperationRequest<"getImport">): Promise<OperationReply<"getImport">>;
  /**
   * Request the rejected rows of an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}/errors`
   *
   * Answers with a URL of a CSV with the rows that were rejected so far. It can be asked for at any time,
   * also while the import still runs; ask again to see what came later. The URL works for a short time.
   *
   * The table is UTF-8 with commas. Its columns are `line`, the line of the file in which the row begins (the
   * file's first is 1); `reason`, in words; and then the row's own cells under the names that the file gave
   * them. As long as nothing was rejected, it has the row of names alone.
   *
   * Corrected rows can be imported again. Apostrophes keep spreadsheets from running cells as formulas, as in
   * the export of messages: attributes keep these apostrophes in an import, and phone numbers lose them.
   */
  getImportErrors(request: OperationRequest<"getImportErrors">): Promise<OperationReply<"getImportErrors">>;
  /**
   * List the imports of a list
   *
   * `GET /contact-lists/{list_id}/imports`
   *
   * Answers with the imports into one list, newest first.
   */
  listImports(request: OperationRequest<"listImports">): Promise<OperationReply<"listImports">>;
}
