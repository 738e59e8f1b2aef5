// Documents load when their language and reader are chosen: from a disk, browsers load all frames at once.
{
  const load = (figure) => {
    const link = figure.querySelector("a");
    const { narrow } = link.dataset;
    const frame = (address, width) => {
      const made = document.createElement("iframe");
      made.className = width;
      made.loading = "lazy";
      made.setAttribute("sandbox", "");
      made.title = figure.querySelector("strong").textContent;
      made.src = address;
      figure.append(made);
    };
    if (narrow) frame(narrow, "narrow");
    frame(link.getAttribute("href"), narrow ? "wide" : "");
  };
  const show = () => {
    for (const section of document.querySelectorAll("section")) {
      if (section.checkVisibility()) section.querySelectorAll("figure:not(:has(iframe))").forEach(load);
    }
  };
  // From a disk, frames show the scheme of the reader's system.
  if (matchMedia("(prefers-color-scheme: dark)").matches) document.getElementById("scheme-dark").checked = true;
  addEventListener("change", show);
  addEventListener("pageshow", show);
}
