import { join } from "node:path";
import { treeOf } from "../debian/tree";

export const promtoolRoot = (): string => treeOf("promtool");

/** Returns the path of promtool, which checks metrics and alert rules of Prometheus. */
export const promtool = (): string => join(promtoolRoot(), "usr/bin/promtool");
