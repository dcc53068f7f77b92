// Rules of the project for `redocly lint`, one per file.
import answerFields from "./answer-fields.mjs";
import closedObjects from "./closed-objects.mjs";
import componentFile from "./component-file.mjs";
import defaults from "./defaults.mjs";
import descriptions from "./descriptions.mjs";
import discriminatorMapping from "./discriminator-mapping.mjs";
import emptyResponses from "./empty-responses.mjs";
import errorCodes from "./error-codes.mjs";
import errorEnvelope from "./error-envelope.mjs";
import eventSignature from "./event-signature.mjs";
import examples from "./examples.mjs";
import knownFormat from "./known-format.mjs";
import invariants from "./invariants.mjs";
import invariantsGiven from "./invariants-given.mjs";
import limits from "./limits.mjs";
import links from "./links.mjs";
import operationId from "./operation-id.mjs";
import operationScope from "./operation-scope.mjs";
import operationTag from "./operation-tag.mjs";
import operationTexts from "./operation-texts.mjs";
import orphanFiles from "./orphan-files.mjs";
import pages from "./pages.mjs";
import pathName from "./path-name.mjs";
import proseEvents from "./prose-events.mjs";
import proseNames from "./prose-names.mjs";
import proseNumbers from "./prose-numbers.mjs";
import queryParameter from "./query-parameter.mjs";
import requiredStatuses from "./required-statuses.mjs";
import reservedName from "./reserved-name.mjs";
import responseHeaders from "./response-headers.mjs";
import schemaExamples from "./schema-examples.mjs";
import scopesOffered from "./scopes-offered.mjs";
import snakeCase from "./snake-case.mjs";

export default function plugin() {
  return {
    id: "recado",
    rules: {
      oas3: {
        "answer-fields": answerFields,
        "closed-objects": closedObjects,
        "component-file": componentFile,
        defaults: defaults,
        descriptions: descriptions,
        "discriminator-mapping": discriminatorMapping,
        "empty-responses": emptyResponses,
        "error-codes": errorCodes,
        "error-envelope": errorEnvelope,
        "event-signature": eventSignature,
        examples: examples,
        "known-format": knownFormat,
        invariants: invariants,
        "invariants-given": invariantsGiven,
        limits: limits,
        links: links,
        "operation-id": operationId,
        "operation-scope": operationScope,
        "operation-tag": operationTag,
        "operation-texts": operationTexts,
        "orphan-files": orphanFiles,
        pages: pages,
        "path-name": pathName,
        "prose-events": proseEvents,
        "prose-names": proseNames,
        "prose-numbers": proseNumbers,
        "query-parameter": queryParameter,
        "required-statuses": requiredStatuses,
        "reserved-name": reservedName,
        "response-headers": responseHeaders,
        "schema-examples": schemaExamples,
        "scopes-offered": scopesOffered,
        "snake-case": snakeCase,
      },
    },
  };
}
