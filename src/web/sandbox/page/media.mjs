// Pictures, films and sounds of messages, by their files.

import { el, fill } from "./dom.mjs";
import { webAddress } from "./format.mjs";

/** @import { Api } from "./api.mjs" */
/** @import { LoadMedia, Media } from "./types.mjs" */

/** Asks for each file once: uploaded bytes never change, and their URLs are stable.
 * @param {Api} api
 * @returns {LoadMedia}
 */
export function mediaLoader(api) {
  /** @type {Map<string, Promise<Media>>} */
  const known = new Map();
  /**
   * @param {string} fileId
   * @returns {Promise<Media>}
   */
  const ask = async (fileId) => {
    const path = `v3/files/${encodeURIComponent(fileId)}`;
    const [file, download] = await Promise.all([api.get(path), api.get(`${path}/download-url`)]);
    const url = webAddress(download.url);
    if (url === null) throw new Error("its address is not one of the web");
    return { kind: file.kind, url, filename: file.filename };
  };
  return (fileId) => {
    let media = known.get(fileId);
    if (!media) {
      media = ask(fileId);
      known.set(fileId, media);
      media.catch(() => known.delete(fileId));
    }
    return media;
  };
}

/**
 * A box that shows the file as soon as it is known.
 * @param {LoadMedia} load
 * @param {string} fileId
 * @param {{ class: string, what: string }} options what it is a picture or sound of
 */
export function mediaBox(load, fileId, { class: name, what }) {
  const box = el("div", { class: `media ${name}` });
  const failed = () => fill(box, el("p", { class: "media-failed" }, "The file cannot be shown"));
  load(fileId).then((media) => {
    const { kind, url, filename } = media;
    if (kind === "image") {
      fill(box, el("img", { src: url, alt: filename ?? `Picture of ${what}`, onerror: failed }));
    } else if (kind === "video" || kind === "audio") {
      const player = el(kind, { src: url, controls: true, preload: "metadata", onerror: failed });
      player.setAttribute("aria-label", `${kind === "video" ? "Film" : "Sound"} of ${what}`);
      fill(box, player);
    } else failed();
  }, failed);
  return box;
}
