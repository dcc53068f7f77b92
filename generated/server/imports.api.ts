// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ImportsApi {
  /**
   * Cancel an import
   *
   * `POST /contact-lists/{list_id}/imports/{import_id}/cancel`
   *
   * Cancels an import that is `pending` or `running`. Rows that were already imported are kept. Canceling an
   * import twice has no further effect. Returns 409 if the import has completed or failed.
   */
  cancelImport(request: OperationRequest<"cancelImport">): Promise<OperationReply<"cancelImport">>;
  /**
   * Create an import
   *
   * `POST /contact-lists/{list_id}/imports`
   *
   * Queues the import of a `csv` file of contacts into the list and returns at once; read the import for its
   * progress. The file must have the usage `contact_import` and be `uploaded`. One import can run on a list
   * at a time. The service removes the file and the rejected rows 30 days after the import has ended, unless
   * the operator has set another time; the file can be deleted earlier.
   *
   * Each row creates or updates a contact by its number, as `upsertContact` does, and adds it to the list. An
   * invalid row is rejected and does not stop the import. If a number occurs in two rows, both are applied in
   * the order of the file.
   *
   * The format of the file:
   *
   * - The encoding is UTF-8, with or without a byte order mark, or Windows-1252. A file with bytes that are not valid UTF-8 is still read as UTF-8 if it has a byte order mark of UTF-8, or at least as many multi-byte characters of UTF-8 as invalid places.
   * - A row with characters that cannot be read is rejected: invalid bytes in a file that is read as UTF-8, or NUL. In the CSV of rejected rows they are U+FFFD, and an import of this CSV rejects rows that still contain U+FFFD.
   * - Cells are separated by commas, semicolons or tabs; the service detects which from the first row.
   * - Cells may be in double quotes; a quote inside is doubled. Empty lines, and rows whose cells are all empty, are ignored. A row has at most 512 KiB.
   * - The first row has the headings of the columns. Spaces around a heading are ignored.
   * - One column has the heading `phone` or `telefone`, and one may have the heading `name` or `nome`, in any case.
   * - Without a column `phone` or `telefone`, the number is in the only column with another heading for it: `celular`, `whatsapp`, `fone`, `tel`, `número`, `número de telefone`, `telefone celular`, `mobile`, `cell`, `number`, `phone number` and the like. Case, accents and punctuation are ignored.
   * - Without a column `name` or `nome`, the same rule applies to `nome completo`, `nome do cliente`, `full name` and `customer name`. It also applies to `cliente`, `contato`, `customer`, `contact`, `fullname` and `nome_completo`, but only if the heading of the number is not `phone` or `telefone`.
   * - If the first two columns are `line` and `reason`, or `linha` and `motivo`, as in a table of rejected rows, they are ignored. Choose each of them in `columns` that is an attribute of your contacts.
   * - Every other column is an attribute, at most 100 of them. A heading that is a valid attribute name is used unchanged. From any other heading the service makes a name: it removes accents, changes letters to lower case, replaces each run of characters other than `a` to `z` and `0` to `9` by `_`, removes `_` at either end, and keeps 64 characters. If nothing is left, the name is `column_` and the number of the column. A name that is taken, or that is a spelling of `name` or `phone`, gets the suffix `_2`, `_3` and so on. `Data de Nascimento` becomes `data_de_nascimento`.
   * - `columns` in the request overrides these rules for the columns that it names. `columns` of the import shows how each column was used.
   * - A column without a heading is ignored if it is empty; a row with a value in it is rejected.
   * - An empty name keeps the contact's name, and an empty attribute is left out.
   * - A number in spreadsheet notation, such as `5.5E+12` or `1198765432.0`, is rejected.
   *
   * If the file has columns of attributes, they replace all attributes of a contact; without such columns, a
   * contact keeps its attributes. The import fails with `file_unreadable` if the first row has no column of
   * numbers, two columns of numbers or of names, the same heading twice, or characters that cannot be read.
   * It also fails if the file lacks a heading that `columns` names, is an Excel workbook, is marked as UTF-16
   * or UTF-32, or has more than a tenth NUL bytes, as text in UTF-16 does. A quote that opens a cell and is
   * never closed, or a row of more than 512 KiB, fails the import as well, because the next row cannot be
   * found.
   */
  createImport(request: OperationRequest<"createImport">): Promise<OperationReply<"createImport">>;
  /**
   * Get an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}`
   *
   * Returns an import and its progress.
   */
  getImport(request: OperationRequest<"getImport">): Promise<OperationReply<"getImport">>;
  /**
   * Get import errors
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}/errors`
   *
   * Returns a URL of a CSV file with the rows that the import has rejected so far. It can be requested at any
   * time, also during the import. The URL expires after 15 minutes. Once the service has removed the rejected
   * rows, 30 days after the import ended or at the time that the operator has set, the response is 404.
   *
   * The CSV is in UTF-8, with a byte order mark, commas and CRLF. Its columns are `line`, the line of the
   * file at which the row begins, counted from 1; `reason`, in words; and the cells of the row under the
   * headings of the file. Without rejected rows, it has the headings alone. At most a million rejected rows
   * are stored for an import. Rows whose number is being erased are not stored. If there are rejected rows
   * that are not stored, the last row has an empty `line`, and its `reason` says how many they are. Delete
   * this row before you import corrected rows; otherwise it is rejected, because it has no number.
   *
   * Corrected rows can be imported again in this form, because an import ignores the columns `line` and
   * `reason` at the start of a file. Apostrophes keep spreadsheets from running cells as formulas, as in the
   * export of messages. An import removes such an apostrophe from phone numbers and keeps it in names and
   * attributes.
   */
  getImportErrors(request: OperationRequest<"getImportErrors">): Promise<OperationReply<"getImportErrors">>;
  /**
   * List imports
   *
   * `GET /contact-lists/{list_id}/imports`
   *
   * Returns the imports into a contact list, newest first.
   */
  listImports(request: OperationRequest<"listImports">): Promise<OperationReply<"listImports">>;
}
