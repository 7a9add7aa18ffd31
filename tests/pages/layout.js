// Returns what a reader of the page would notice, in the view that the browser has now. Lists hold what is
// wrong, and are empty on a good page.
(() => {
  for (const each of document.querySelectorAll("details"))
    each.open = true;
  const isShown = element => element.checkVisibility() && element.getClientRects().length > 0;
  const isForEars = element => element.closest("thead") !== null && element.closest("thead").offsetWidth <= 1;
  const elements = [...document.body.querySelectorAll("*")].filter(each => isShown(each) && !isForEars(each));
  const texts = elements.flatMap(each => [...each.childNodes])
      .filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
  const name = element => element.tagName + " " + (element.textContent || "").trim().slice(0, 60);

  const frameOf = element => {
    for (let each = element; each !== document.body; each = each.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(each).overflowX)) return each;
    return null;
  };
  const sticksOut = element => frameOf(element) === null && element.getBoundingClientRect().right > innerWidth + 1;

  // Contrast as WCAG 2 defines it.
  const channels = colour => colour.match(/[\d.]+/g).map(Number);
  const luminance = colour => {
    const [red, green, blue] = channels(colour).map(each => each / 255)
        .map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backgroundOf = element => {
    for (let each = element; each !== null; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (channels(colour)[3] !== 0) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const contrast = (element, colour) => {
    const pair = [luminance(colour), luminance(backgroundOf(element))].sort((a, b) => b - a);
    return (pair[0] + 0.05) / (pair[1] + 0.05);
  };
  const style = node => getComputedStyle(node.parentElement);
  const isPale = node => contrast(node.parentElement, style(node).color) < 4.5;

  // A word is broken when its letters stand on two lines.
  const brokenWords = node => [...node.data.matchAll(/[A-Za-z]{2,20}/g)].filter(word => {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size > 1;
  }).map(word => word[0]);

  const linesOf = node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size;
  };

  // The row that is scrolled to the top, of the window or of the frame, must leave the head in sight.
  const losesHead = table => {
    const frame = frameOf(table);
    if (frame === null) {
      [...table.rows].at(-1).scrollIntoView({block: "start", behavior: "instant"});
    } else {
      frame.scrollIntoView({block: "start", behavior: "instant"});
      frame.scrollTop = frame.scrollHeight;
    }
    const head = table.tHead.rows[0].cells[0].getBoundingClientRect();
    const found = document.elementFromPoint(head.left + 3, head.top + 3);
    return head.top < -1 || head.bottom > innerHeight + 1 || found?.closest("thead") !== table.tHead;
  };
  const tables = [...document.querySelectorAll("table")].filter(table => table.tHead !== null);
  const headless = tables.filter(table => !isForEars(table.tHead) && isShown(table.tHead)).filter(losesHead);
  scrollTo(0, 0);

  const cells = tables.flatMap(table => [...table.tBodies].flatMap(body => [...body.rows].flatMap(row => [...row.cells])));
  const labelOf = cell => getComputedStyle(cell, "::before").content;
  const namesColumn = cell => isShown(cell.closest("table").tHead) && !isForEars(cell.closest("table").tHead.rows[0].cells[0])
      || cell.textContent === "" || cell.dataset.label === "" || labelOf(cell).includes("data-label")
      || labelOf(cell).includes(cell.dataset.label);
  const drawings = [...document.querySelectorAll("svg")];

  return {
    width: document.documentElement.scrollWidth - innerWidth,
    outside: elements.filter(sticksOut).map(name),
    hidden: cells.filter(cell => cell.textContent !== "" && !isShown(cell)).map(name),
    unnamed: cells.filter(cell => !namesColumn(cell)).map(name),
    pale: texts.filter(isPale).map(node => node.data.trim() + " " + style(node).color),
    paleBars: [...document.querySelectorAll("rect.solid")].filter(each => contrast(each.parentElement.parentElement, getComputedStyle(each).fill) < 3).length,
    smallest: Math.min(...texts.map(node => parseFloat(style(node).fontSize))),
    broken: texts.filter(node => node.parentElement.closest(".long, pre") === null).flatMap(brokenWords),
    headless: headless.map(name),
    frames: elements.filter(each => frameOf(each) === each && each.scrollWidth > each.clientWidth).length,
    mute: drawings.filter(each => each.getAttribute("role") !== "img" || !each.querySelector("title")?.textContent).length,
    drawings: drawings.map(each => each.querySelector("title")?.textContent),
    scripts: document.scripts.length,
    handlers: elements.flatMap(each => [...each.attributes]).filter(each => each.name.startsWith("on")).length,
    references: elements.filter(each => ["src", "data", "action"].some(word => each.hasAttribute(word))
        || each.hasAttribute("href") && document.getElementById(each.hash.slice(1)) === null).map(name),
    links: [...document.querySelectorAll("main a")].map(each => [each.closest("nav") !== null, each.innerText, document.querySelector(each.hash)?.innerText]),
    sections: [...document.querySelectorAll("h2[id]")].map(each => each.innerText),
    folds: [...document.querySelectorAll("td summary")].map(each => each.innerText),
    cut: texts.filter(node => node.parentElement.closest(".whole") !== null && linesOf(node) > 1).map(node => node.data),
    dark: luminance(backgroundOf(document.body)) < 0.2,
    heads: tables.map(table => table.tHead.innerText).join(" "),
    text: document.body.innerText,
  };
})()
