import { story } from "../stage";

export const senders = [
  story("the senders of the account", async (stage) => {
    await stage.provoke("listSenders", 200, { query: { limit: 5 } }, "lists senders");
  }),
];
