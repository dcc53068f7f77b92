import type { OperationId } from "../../../generated/server/binding";
import { ScenarioStopped } from "../context";
import type { Token } from "./bodies";
import { isEchoed, isObject, type Json, textAt } from "./values";
import { createdKind, invariantsOf, pathNames } from "./vocabulary";

type Params = Readonly<Record<string, string>>;

export interface Resource {
  /** Path parameter of the resource, such as `template_id`. */
  kind: string;
  id: string;
  /** Path parameters, including those of the parent. */
  params: Params;
  /** Response of the creating operation. */
  made: unknown;
  /** Time of that response, in milliseconds. */
  madeAt: number;
  /** Last response of the reader. */
  body: unknown;
  alive: boolean;
}

/**
 * Returns whether the request created the resource. A request can also restore a deleted contact, which has
 * its old creation time in `field` and a later `updated_at`.
 */
export function isNew({ made }: Pick<Resource, "made">, field: string): boolean {
  const [created, updated] = [textAt(made, field), textAt(made, "updated_at")];
  return created === "" || updated === "" || Date.parse(created) >= Date.parse(updated);
}

interface Place {
  list: OperationId;
  params: Params;
  resource: Resource;
}

const belongs = (params: Params, to: Params): boolean =>
  Object.entries(to).every(([name, id]) => params[name] === id);

/** Resources that a sequence created, with their expected state. */
export class Model {
  readonly resources: Resource[] = [];
  private places: Place[] = [];
  private names = 0;

  /**
   * `tag` is a part of every name, by which searches find only resources of this sequence. `phone` returns
   * the phone number of a recipient, preferably with the given last digits.
   */
  constructor(
    readonly tag: string,
    private readonly phone: (lastDigits: string) => Promise<string>,
  ) {}

  /** Records a created resource and the list that contains it. */
  add(creator: OperationId, request: { params?: Params; id: string; made: unknown }): Resource {
    const { creates } = invariantsOf(creator);
    const { params = {}, id, made } = request;
    const kind = createdKind(creator);
    const given: Params = { ...params, [kind]: id };
    const names = creates?.reader === undefined ? Object.keys(given) : pathNames(creates.reader);
    const known = this.resources.find((one) => one.kind === kind && one.id === id && one.alive);
    const own = Object.fromEntries(names.map((name) => [name, given[name] ?? id]));
    const resource: Resource = known ?? {
      kind,
      id,
      params: own,
      made,
      madeAt: Date.now(),
      body: made,
      alive: true,
    };
    if (!known) this.resources.push(resource);
    if (creates?.list !== undefined) this.place(creates.list, params, resource);
    return resource;
  }

  private place(list: OperationId, given: Params, resource: Resource): void {
    const params = Object.fromEntries(pathNames(list).map((name) => [name, given[name] ?? ""]));
    const there = this.places.some(
      (one) => one.list === list && one.resource === resource && belongs(one.params, params),
    );
    if (!there) this.places.push({ list, params, resource });
  }

  /** Records that a resource was deleted or removed from a list. */
  remove(deleter: OperationId, resource: Resource, params: Params): void {
    const { deletes } = invariantsOf(deleter);
    if (deletes === undefined) return;
    if (deletes.reader === undefined) {
      this.places = this.places.filter(
        (one) => !(one.list === deletes.list && one.resource === resource && belongs(params, one.params)),
      );
      return;
    }
    resource.alive = false;
    for (const other of this.resources) if (other.params[resource.kind] === resource.id) other.alive = false;
    this.places = this.places.filter(
      (one) => one.resource.alive && one.params[resource.kind] !== resource.id,
    );
  }

  living(kind: string, where: Json = {}): Resource[] {
    return this.resources.filter((one) => one.alive && one.kind === kind && fits(one.body, where));
  }

  pick(kind: string, pick: number): Resource | null {
    const living = this.living(kind);
    return living[pick % living.length] ?? null;
  }

  listed(list: OperationId, params: Params): Resource[] {
    return this.places
      .filter((one) => one.list === list && belongs(params, one.params))
      .map(({ resource }) => resource);
  }

  /** Returns an entry of any list of this operation, with the path parameters of the list. */
  pickPlace(list: OperationId, pick: number): { resource: Resource; params: Params } | null {
    const all = this.places.filter((one) => one.list === list);
    return all[pick % all.length] ?? null;
  }

  next = (): number => ++this.names;

  /** Returns the body with its tokens replaced. Throws `ScenarioStopped` if no resource matches a token. */
  async filled(body: unknown): Promise<unknown> {
    if (Array.isArray(body)) {
      const parts = [];
      for (const one of body) parts.push(await this.filled(one));
      return parts;
    }
    if (!isObject(body)) return body;
    const value = await this.tokenValue(body as unknown as Token);
    if (value !== undefined) return value;
    const fields: [string, unknown][] = [];
    for (const [name, part] of Object.entries(body)) fields.push([name, await this.filled(part)]);
    return Object.fromEntries(fields);
  }

  /** Returns the value of a token, such as `{ $name: … }`; undefined for an object that is no token. */
  private async tokenValue(token: Token): Promise<string | undefined> {
    if ("$name" in token) return `${this.tag} ${token.$name}${token.same ? "" : ` ${this.next()}`}`;
    if ("$phone" in token) return this.phone(token.$phone);
    if ("$in" in token) return `${new Date(Date.now() + token.$in * 1_000).toISOString().slice(0, 19)}Z`;
    // Names below .invalid never resolve (RFC 6761).
    if ("$nowhere" in token) return `https://${this.tag}.invalid/hook`;
    if (!("$of" in token)) return undefined;
    const { id, body } = this.referredTo(token);
    return token.field === undefined ? id : textAt(body, token.field);
  }

  private referredTo({ $of, pick, where, withEntriesOf }: Extract<Token, { $of: string }>): Resource {
    const some = this.living($of, where).filter(
      ({ params }) => withEntriesOf === undefined || this.listed(withEntriesOf, params).length > 0,
    );
    const found = some[pick % some.length];
    if (found === undefined) throw new ScenarioStopped(`the sequence has no ${$of} for a body`);
    return found;
  }
}

const fits = (body: unknown, where: Json): boolean =>
  Object.entries(where).every(([name, value]) => isObject(body) && isEchoed(value, body[name]));
