// A browser that cannot follow the stream, and what it gets: the page that the server draws, loaded anew when something
// was recorded, and a line that says so. Plain ECMAScript 5, in a file of its own and the first in the page.
(function () {
  var EVERY = 8000; // milliseconds between two questions
  var SELDOM = 60000; // when the evening is over, or the server wants to be asked less
  var CHOICE = 60000; // how long what was chosen and not sent keeps the page as it is
  var STRANGER = [401, 403, 404, 410]; // asking again will not help
  var root = document.documentElement;
  var heard = new Date();
  var banner, board, shown, told, tag, chosen, opened;

  // htmx asks for this with every message that comes.
  try {
    document.querySelector("title:not(svg title)");
  } catch (_) {
    root.className += " old-browser";
  }

  function say(state) {
    var words = banner.getAttribute("data-" + state);
    if (words.indexOf("#") < 0) words += " " + banner.getAttribute("data-old");
    banner.getElementsByTagName("span")[0].textContent = words.replace("#", heard.toTimeString().slice(0, 8));
    banner.hidden = false;
    // The line takes its room from the board, which is as high as the screen, and from what lies over that.
    var tools = document.querySelector(".tools");
    document.body.style.paddingTop = banner.offsetHeight + "px";
    if (!board.hidden) board.style.height = window.innerHeight - banner.offsetHeight + "px";
    if (tools) tools.style.top = banner.offsetHeight + "px";
  }

  function countOpen() {
    return document.querySelectorAll("#table [open]").length;
  }

  // Whether something would be lost: a text, a choice, a list that somebody has opened.
  function isBusy() {
    var at = document.activeElement;
    var writes = at && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName) && !/^(radio|checkbox)$/.test(at.type);
    var looks = document.querySelector(".menu--open") || countOpen() > opened;
    return writes || looks || document.hidden || new Date() - chosen < CHOICE;
  }

  // A form that was refused is shown at an address that only takes forms.
  function loadAnew() {
    var path = location.pathname.replace(/\/record\/.*/, "");
    if (path === location.pathname) location.reload();
    else location.replace(path);
  }

  function hear(answer) {
    if (STRANGER.indexOf(answer.status) >= 0) return say("denied");
    if (answer.status !== 200 && answer.status !== 304) return miss(answer.status === 429 ? SELDOM : EVERY);
    if (answer.status === 200) {
      told = JSON.parse(answer.responseText);
      tag = answer.getResponseHeader("ETag");
    }
    if (!shown) shown = told.version;
    if (told.version === shown) heard = new Date(answer.getResponseHeader("Date"));
    else if (!isBusy()) return loadAnew();
    say("reloads");
    setTimeout(ask, told.over ? SELDOM : EVERY);
  }

  function miss(wait) {
    say("lost");
    setTimeout(ask, wait);
  }

  function ask() {
    var question = new XMLHttpRequest();
    question.open("GET", location.pathname.split("/").slice(0, 3).join("/") + "/live.json");
    if (tag) question.setRequestHeader("If-None-Match", tag);
    question.timeout = EVERY;
    question.onload = function () {
      hear(question);
    };
    question.onerror = question.ontimeout = function () {
      miss(EVERY);
    };
    question.send();
  }

  // Scripts of today open a menu otherwise.
  function toggleMenu(event) {
    var key = event.target.closest("[popovertarget]");
    if (key) document.getElementById(key.getAttribute("popovertarget")).classList.toggle("menu--open");
  }

  // Boards are drawn for all phones at once and bear no token; htmx sends it in a header.
  function addToken(event) {
    var field = document.createElement("input");
    field.type = "hidden";
    field.name = "csrf_token";
    field.value = JSON.parse(document.body.getAttribute("hx-headers:inherited"))["X-CSRFToken"];
    event.target.appendChild(field);
  }

  addEventListener("DOMContentLoaded", function () {
    var live = document.getElementById("live");
    banner = document.getElementById("banner");
    board = document.getElementById("table");
    if (!live || !banner || !board) return;
    // What follows did not come, or could not be read.
    if (!window.htmx || !live.hasAttribute("data-follows")) root.className += " old-browser";
    if (root.className.indexOf("old-browser") < 0) return;
    // A page about the sheet tells the version at which that changed, any other the one that it shows.
    if (!live.hasAttribute("data-reload")) shown = Number(board.getAttribute("data-version"));
    opened = countOpen();
    addEventListener("click", toggleMenu);
    addEventListener("submit", addToken, true);
    addEventListener("change", function () {
      chosen = new Date();
    });
    ask();
  });
})();
