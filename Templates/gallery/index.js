// Documents load when their language and reader are chosen: from a disk, browsers load all frames at once.
{
  const show = () => {
    for (const section of document.querySelectorAll("section")) {
      const documents = section.querySelector("noscript");
      if (documents && section.checkVisibility()) section.innerHTML = documents.textContent;
    }
  };
  addEventListener("change", show);
  addEventListener("pageshow", show);
}
