/**
 * Items of groups that take turns: a group whose item was taken goes behind the others, so that a group with many items
 * delays another group by one item. Within a group, items keep their order.
 */
export class FairQueue<T> {
  /** In the order of turns. */
  private readonly groups = new Map<string, Map<unknown, T>>();

  get size(): number {
    let size = 0;
    for (const items of this.groups.values()) size += items.size;
    return size;
  }

  /** Adds an item, unless its group has one with this id. */
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

  /** Moves a group behind the others. */
  postpone(group: string): void {
    const items = this.groups.get(group);
    if (items === undefined) return;
    this.groups.delete(group);
    this.groups.set(group, items);
  }

  /** Takes up to `most` items in turns: of each group the first one that `mayTake` accepts. */
  take(most: number, mayTake: (item: T, group: string) => boolean): T[] {
    const taken: T[] = [];
    const waiting = new Set(this.groups.keys());
    while (taken.length < most && waiting.size > 0) {
      for (const group of [...waiting]) {
        if (taken.length === most) break;
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
