/** The carrier that answers after a while. A first start asks for one of this name. */
export const PROMPT = "sandbox";
/** The carrier that never answers. */
export const HANGING = "hanging";

/** The environment variable with the behaviour of the carriers, as JSON. */
export const PACE_SETTING = "BENCH_CARRIER";
