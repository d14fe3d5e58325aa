// Makes elements. Text is always text, never markup.
const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) {
            element.addEventListener(name.slice(2), value);
        } else if (value !== null && value !== undefined && value !== false) {
            element.setAttribute(name, value === true ? "" : value);
        }
    }
    element.append(...children.flat().filter(child => child !== null && child !== undefined && child !== ""));
    return element;
}

const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
const panel = name => document.getElementById(name);
const show = (name, ...children) => {
    panel(name).replaceChildren(...children.flat().filter(Boolean));
    Glossary.explain(panel(name));
};
const count = number => number.toLocaleString("en-US");

function nanos(time) {
    for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
        if (time >= size) {
            return (time / size).toFixed(time / size < 10 ? 2 : 1) + " " + unit;
        }
    }
    return Math.round(time) + " ns";
}
