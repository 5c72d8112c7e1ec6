// The arrow keys turn the pages of a replay. Everything works without: each key follows a link that is there.
(function () {
  "use strict";
  var steps = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

  function typing(target) {
    return target.closest("input, select, textarea, button, summary, [contenteditable]") !== null;
  }

  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || typing(event.target)) return;
    var link = steps[event.key] && document.querySelector('a[data-step="' + steps[event.key] + '"]');
    if (link) {
      event.preventDefault();
      window.location.assign(link.href);
    }
  });

  var now = document.querySelector('.moves [aria-current="step"]');
  var list = now && now.closest(".moves");
  if (list) list.scrollTop = now.offsetTop - list.clientHeight / 2;
})();
