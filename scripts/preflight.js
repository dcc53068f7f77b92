// Checks the Node version and the installed packages. Prints one line if Recado cannot start. Written in
// ECMAScript 5 without packages, so that every old Node can parse the file.
var manifest = require("../package.json");

function numbers(version) {
  return version.replace(/^\D+/, "").split(".").map(Number);
}

function isOlder(version, than) {
  for (var i = 0; i < 3; i++) {
    if (numbers(version)[i] !== numbers(than)[i]) return numbers(version)[i] < numbers(than)[i];
  }
  return false;
}

function isInstalled(name) {
  try {
    require.resolve(name);
    return true;
  } catch (error) {
    return false;
  }
}

function problem() {
  var needed = numbers(manifest.engines.node).join(".");
  if (isOlder(process.versions.node, needed)) {
    return "Recado needs Node " + needed + " or newer, and this is Node " + process.versions.node + ".";
  }
  // The release archive has no dependency on express, because its bundle contains the code of express.
  if (manifest.dependencies.express && !isInstalled("express")) {
    return "Recado's packages are not installed yet: run npm ci first.";
  }
}

var found = problem();
if (found) {
  console.error(found);
  process.exit(1);
}
