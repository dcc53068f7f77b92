import type { OperationId } from "../../../generated/server/binding";
import type { Token } from "./bodies";
import { comesBack, isObject, type Json, textAt } from "./values";
import { kindMadeBy, invariantsOf, pathNames } from "./vocabulary";

type Params = Readonly<Record<string, string>>;

/** Something that a sequence made. */
export interface Thing {
  /** The name of its id: `template_id`. */
  kind: string;
  id: string;
  /** What its path takes, those of things that it belongs to included. */
  params: Params;
  /** What the operation that made it returned. */
  made: unknown;
  /** As it was read last. */
  body: unknown;
  alive: boolean;
}

/**
 * Whether the request that returned a thing also created it. A deleted contact that is written again comes back with
 * its old id and its old creation time (`field`), and is updated later than that.
 */
export function isNew({ made }: Thing, field: string): boolean {
  const [created, updated] = [textAt(made, field), textAt(made, "updated_at")];
  return created === "" || updated === "" || Date.parse(created) >= Date.parse(updated);
}

interface Place {
  list: OperationId;
  params: Params;
  thing: Thing;
}

export interface ModelParts {
  /** Stands in every name, so that searches find what this sequence made and nothing else. */
  tag: string;
  now(): number;
  /** A number of the last digits that nobody has. */
  phone(lastDigits: string): Promise<string>;
}

const belongs = (params: Params, to: Params): boolean =>
  Object.entries(to).every(([name, id]) => params[name] === id);

/** What a sequence made so far, as it ought to be. */
export class Model {
  readonly tag: string;
  /** In the order in which they were made. */
  readonly things: Thing[] = [];
  private places: Place[] = [];
  private names = 0;

  constructor(private readonly parts: ModelParts) {
    this.tag = parts.tag;
  }

  /** Notes what an operation made, and where it is listed from now on. */
  add(maker: OperationId, request: { params?: Params; id: string; made: unknown }): Thing {
    const { creates } = invariantsOf(maker);
    const { params = {}, id, made } = request;
    const kind = kindMadeBy(maker);
    const given: Params = { ...params, [kind]: id };
    const names =
      creates?.reader === undefined ? Object.keys(given) : pathNames(creates.reader as OperationId);
    const known = this.things.find((one) => one.kind === kind && one.id === id && one.alive);
    const own = Object.fromEntries(names.map((name) => [name, given[name] ?? id]));
    const thing: Thing = known ?? { kind, id, params: own, made, body: made, alive: true };
    if (!known) this.things.push(thing);
    if (creates?.list !== undefined) this.place(creates.list as OperationId, params, thing);
    return thing;
  }

  private place(list: OperationId, given: Params, thing: Thing): void {
    const params = Object.fromEntries(pathNames(list).map((name) => [name, given[name] ?? ""]));
    const there = this.places.some(
      (one) => one.list === list && one.thing === thing && belongs(one.params, params),
    );
    if (!there) this.places.push({ list, params, thing });
  }

  /** Notes that a thing is gone, or is no longer on one list where nothing else ends. */
  end(ender: OperationId, thing: Thing, params: Params): void {
    const { deletes } = invariantsOf(ender);
    if (deletes === undefined) return;
    if (deletes.reader === undefined) {
      this.places = this.places.filter(
        (one) => !(one.list === deletes.list && one.thing === thing && belongs(params, one.params)),
      );
      return;
    }
    thing.alive = false;
    for (const other of this.things) if (other.params[thing.kind] === thing.id) other.alive = false;
    this.places = this.places.filter((one) => one.thing.alive && one.params[thing.kind] !== thing.id);
  }

  living(kind: string, where: Json = {}): Thing[] {
    return this.things.filter((one) => one.alive && one.kind === kind && fits(one.body, where));
  }

  pick(kind: string, pick: number, where?: Json): Thing | null {
    const living = this.living(kind, where);
    return living[pick % living.length] ?? null;
  }

  /** What a list has of this sequence's things. */
  listed(list: OperationId, params: Params): Thing[] {
    return this.places
      .filter((one) => one.list === list && belongs(params, one.params))
      .map(({ thing }) => thing);
  }

  /** One of the entries of any list of an operation, with the parameters of the list. */
  pickPlace(list: OperationId, pick: number): { thing: Thing; params: Params } | null {
    const all = this.places.filter((one) => one.list === list);
    return all[pick % all.length] ?? null;
  }

  /** Counts what has to be different each time. */
  next = (): number => ++this.names;

  /** A body with its tokens filled in; null where something that it needs is not there. */
  async filled(body: unknown): Promise<{ body: unknown } | null> {
    if (Array.isArray(body)) {
      const parts = [];
      for (const one of body) parts.push(await this.filled(one));
      return parts.includes(null) ? null : { body: parts.map((part) => part?.body) };
    }
    if (!isObject(body)) return { body };
    const token = await this.tokenValue(body as unknown as Token);
    if (token !== undefined) return token === null ? null : { body: token };
    const fields: [string, unknown][] = [];
    for (const [name, value] of Object.entries(body)) {
      const part = await this.filled(value);
      if (part === null) return null;
      fields.push([name, part.body]);
    }
    return { body: Object.fromEntries(fields) };
  }

  /** Undefined for what is no token, null where there is nothing that it stands for. */
  private async tokenValue(token: Token): Promise<string | null | undefined> {
    if ("$name" in token) return `${this.tag} ${token.$name} ${this.next()}`;
    if ("$phone" in token) return this.parts.phone(token.$phone);
    if ("$in" in token)
      return `${new Date(this.parts.now() + token.$in * 1_000).toISOString().slice(0, 19)}Z`;
    // RFC 6761: a name below .invalid is nobody's, now and later.
    if ("$nowhere" in token) return `https://${this.tag}.invalid/hook`;
    if ("$of" in token) return this.referredTo(token)?.id ?? null;
    return undefined;
  }

  private referredTo({ $of, pick, where, peopled }: Extract<Token, { $of: string }>): Thing | null {
    const some = this.living($of, where).filter(
      ({ params }) => peopled === undefined || this.listed(peopled, params).length > 0,
    );
    return some[pick % some.length] ?? null;
  }
}

const fits = (body: unknown, where: Json): boolean =>
  Object.entries(where).every(([name, value]) => isObject(body) && comesBack(value, body[name]));
