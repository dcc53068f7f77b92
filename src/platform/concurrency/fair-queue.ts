/** Queue that serves groups of items round-robin, one item at a time. A group's items keep their order. */
export class FairQueue<T> {
  /** Groups in serving order. */
  private readonly groups = new Map<string, Map<unknown, T>>();

  get size(): number {
    let size = 0;
    for (const items of this.groups.values()) size += items.size;
    return size;
  }

  /** Adds an item unless its group holds an item with this id. */
  add(group: string, item: T, id: unknown = item): void {
    const items = this.groups.get(group) ?? new Map<unknown, T>();
    this.groups.set(group, items);
    if (!items.has(id)) items.set(id, item);
  }

  remove(group: string, id: unknown): void {
    const items = this.groups.get(group);
    if (items?.delete(id) && items.size === 0) this.groups.delete(group);
  }

  first(group: string): T | undefined {
    const [first] = this.groups.get(group)?.values() ?? [];
    return first;
  }

  countOf(group: string): number {
    return this.groups.get(group)?.size ?? 0;
  }

  /** Moves a group to the end of the serving order. */
  postpone(group: string): void {
    const items = this.groups.get(group);
    if (items === undefined) return;
    this.groups.delete(group);
    this.groups.set(group, items);
  }

  /** Takes the first item of the first group whose first item `mayTake` accepts. */
  takeFirst(mayTake: (item: T, group: string) => boolean): T | undefined {
    for (const [group, items] of this.groups) {
      const [first] = items;
      if (first === undefined || !mayTake(first[1], group)) continue;
      this.remove(group, first[0]);
      this.postpone(group);
      return first[1];
    }
    return undefined;
  }

  /** Takes at most `limit` items in rounds: in each round, one accepted item per group. */
  take(limit: number, mayTake: (item: T, group: string) => boolean): T[] {
    const taken: T[] = [];
    const waiting = new Set(this.groups.keys());
    while (taken.length < limit && waiting.size > 0) {
      for (const group of [...waiting]) {
        if (taken.length === limit) break;
        const found = this.takeFrom(group, mayTake);
        if (found) taken.push(found.item);
        else waiting.delete(group);
      }
    }
    return taken;
  }

  private takeFrom(group: string, mayTake: (item: T, group: string) => boolean): { item: T } | null {
    for (const [id, item] of this.groups.get(group) ?? []) {
      if (!mayTake(item, group)) continue;
      this.remove(group, id);
      this.postpone(group);
      return { item };
    }
    return null;
  }
}
