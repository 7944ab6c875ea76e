// Files dropped on the form are chosen as if they had been picked, and how much of them is sent is shown.
// Without this the form works as it stands.
"use strict";

const form = document.getElementById("send");
const picker = document.getElementById("files");
const chosen = document.getElementById("chosen");
const sent = document.getElementById("sent");
const bar = document.getElementById("sent-bar");
const button = form.querySelector("button");
const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
const LISTED = 10;

function size(bytes) {
  return bytes < 1e6 ? `${number.format(bytes / 1e3)} kB` : `${number.format(bytes / 1e6)} MB`;
}

function list() {
  const files = [...picker.files];
  const lines = files.slice(0, LISTED).map((file) => `${file.name} (${size(file.size)})`);
  if (files.length > LISTED) {
    lines.push(`+ ${files.length - LISTED}`);
  }
  chosen.replaceChildren(
    ...lines.map((text) => {
      const line = document.createElement("li");
      line.textContent = text;
      return line;
    }),
  );
}

function over(event) {
  event.preventDefault();
  form.classList.toggle("over", event.type === "dragover");
}

function send(event) {
  event.preventDefault();
  const request = new XMLHttpRequest();
  const failed = () => {
    sent.hidden = true;
    button.disabled = false;
    chosen.textContent = form.dataset.failed;
  };
  request.upload.addEventListener("progress", (progress) => {
    bar.value = (100 * progress.loaded) / progress.total;
  });
  request.addEventListener("load", () => {
    const page = new DOMParser().parseFromString(request.responseText, "text/html");
    const content = page.getElementById("content");
    if (request.status === 200 || !content) {
      window.location.assign(request.responseURL);
      return;
    }
    // Refused: the answer is the same page with the reason on it.
    sent.hidden = true;
    button.disabled = false;
    document.querySelector(".notice.error")?.remove();
    const reason = content.querySelector(".notice.error");
    if (reason) {
      form.before(reason);
    } else {
      failed();
    }
  });
  request.addEventListener("error", failed);
  request.open("POST", form.getAttribute("action") || window.location.href);
  sent.hidden = false;
  button.disabled = true;
  bar.value = 0;
  request.send(new FormData(form));
}

picker.addEventListener("change", list);
form.addEventListener("dragover", over);
form.addEventListener("dragleave", over);
form.addEventListener("drop", (event) => {
  over(event);
  if (event.dataTransfer.files.length) {
    picker.files = event.dataTransfer.files;
    list();
  }
});
form.addEventListener("submit", send);
