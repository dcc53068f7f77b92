import { el, fill } from "./dom.mjs";
import { webAddress } from "./format.mjs";

/** @import { Api } from "./api.mjs" */
/** @import { LoadMedia, Media } from "./types.mjs" */

/**
 * Returns a function that loads each file once and caches it. Files never change, and their URLs are stable.
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
    if (url === null) throw new Error("the file has no web address");
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
 * Creates a box that shows a file when it has loaded.
 * @param {LoadMedia} load
 * @param {string} fileId
 * @param {{ class: string, what: string }} options `what` completes the accessible name: “Image of …”
 */
export function mediaBox(load, fileId, { class: name, what }) {
  const box = el("div", { class: `media ${name}` });
  const failed = () => fill(box, el("p", { class: "media-failed" }, "The file cannot be shown"));
  load(fileId).then((media) => {
    const { kind, url, filename } = media;
    if (kind === "image") {
      fill(box, el("img", { src: url, alt: filename ?? `Image of ${what}`, onerror: failed }));
    } else if (kind === "video" || kind === "audio") {
      const player = el(kind, { src: url, controls: true, preload: "metadata", onerror: failed });
      player.setAttribute("aria-label", `${kind === "video" ? "Video" : "Audio"} of ${what}`);
      fill(box, player);
    } else failed();
  }, failed);
  return box;
}
