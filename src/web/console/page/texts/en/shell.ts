export const signIn = {
  title: "Sign in",
  key: "API key",
  hint: "A key begins with st_. The first start prints one; more are made under “API keys” or by the operator.",
  submit: "Sign in",
  wrong: "This key is unknown, expired or revoked.",
  tooMany: "Too many tries have failed. Wait five minutes.",
  failed: "The service did not answer. Try again.",
  malformed: "A key has st_ and 64 hexadecimal digits.",
};

export const menu = {
  label: "Main menu",
  overview: "Overview",
  messages: "Messages",
  send: "Send",
  templates: "Templates",
  elsewhere: "Elsewhere",
  phone: "Sandbox phone",
  docs: "Documentation",
  signOut: "Sign out",
  signedInAs: (account: string, key: string) => `${account}, with the key ${key}`,
  skip: "Skip to the content",
  language: "Language",
};
