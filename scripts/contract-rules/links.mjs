import { mediaTypes, reportFault, resolved, responsesOf } from "./support.mjs";

const WHY =
  "readers and generated clients follow links to the next operation, and a wrong link leads nowhere";

/** Requires valid links in responses. A created resource must link to its reader. */
export default function links() {
  const operations = new Map();
  const found = [];
  let path = "";
  return {
    Paths: {
      PathItem: {
        enter(_item, { key }) {
          path = String(key);
        },
        Operation: {
          enter(operation, ctx) {
            const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
            operations.set(operation.operationId, { path, method: ctx.key, names });
            for (const { status, ...response } of responsesOf(operation, ctx.location, ctx)) {
              if (!/^2/.test(status) || response.node === undefined) continue;
              const links = response.node.links ?? {};
              found.push({ status, path, method: ctx.key, names, response, links });
            }
          },
        },
      },
    },
    Root: {
      leave(_root, ctx) {
        for (const response of found) checkLinks(response, operations, ctx);
      },
    },
  };
}

function checkLinks(found, operations, ctx) {
  const { status, path, method, response, links: own } = found;
  for (const [name, link] of Object.entries(own)) {
    const location = response.location.child(["links", name]);
    const report = (wrong, write) => reportFault(ctx, location, { wrong, why: WHY, write });
    const target = operations.get(link.operationId);
    if (target === undefined) {
      report(
        `The link \`${name}\` leads to no operation`,
        "the id of an existing operation, such as `operationId: getTemplate`",
      );
      continue;
    }
    const given = link.parameters ?? {};
    for (const parameter of target.names.filter((one) => given[one] === undefined)) {
      report(
        `The link \`${name}\` does not fill \`${parameter}\``,
        `\`parameters: { ${parameter}: $response.body#/id }\``,
      );
    }
    for (const [parameter, expression] of Object.entries(given)) {
      if (!target.names.includes(parameter)) {
        report(
          `\`${link.operationId}\` has no \`${parameter}\` in its path`,
          `one of ${target.names.join(", ")}`,
        );
      } else if (!leads(String(expression), found, ctx)) {
        report(
          `\`${expression}\` is not part of the request or the response`,
          "an existing field or parameter, such as `$response.body#/id` or `$request.path.list_id`",
        );
      }
    }
  }
  const read = [...operations].find(
    ([, other]) => other.method === "get" && other.path.startsWith(`${path}/{`) && other.path.endsWith("}"),
  );
  const creates = status === "201" && method === "post";
  if (!creates || read === undefined || Object.values(own).some(({ operationId }) => operationId === read[0]))
    return;
  reportFault(ctx, response.location, {
    wrong: `No link leads to \`${read[0]}\``,
    why: "a client that creates a resource often reads it next",
    write: `\`links: { ${read[0]}: { operationId: ${read[0]}, parameters: { … } } }\` in this response`,
  });
}

/** Returns whether an expression names a path parameter or a field of the response. */
function leads(expression, { names, response }, ctx) {
  const fromPath = /^\$request\.path\.(\w+)$/.exec(expression);
  if (fromPath) return names.includes(fromPath[1]);
  const fromBody = /^\$response\.body#\/(.+)$/.exec(expression);
  if (!fromBody) return false;
  return mediaTypes(response.node, response.location).some((media) => {
    let at = resolved(media.node.schema ?? {}, media.location.child("schema"), ctx);
    for (const step of fromBody[1].split("/")) {
      const part = /^\d+$/.test(step) ? "items" : "properties";
      const next = part === "items" ? at.node?.items : at.node?.properties?.[step];
      if (next === undefined) return false;
      at = resolved(next, at.location.child(part === "items" ? part : [part, step]), ctx);
    }
    return true;
  });
}
