// Tells the server now and then that somebody does something on this page, so that no mail goes out to a player who
// sits right here. An open page alone says nothing, and everything works without.
(function () {
  "use strict";
  var address = document.currentScript.dataset.here;
  var WAIT = 20000, AGAIN = 60000;
  var began = Date.now(), told = 0;

  function tell(event) {
    var now = Date.now();
    if (!event.isTrusted || document.hidden || now - began < WAIT || now - told < AGAIN) return;
    told = now;
    fetch(address, { method: "POST", credentials: "omit", keepalive: true }).catch(function () {});
  }

  ["pointerdown", "keydown", "scroll", "touchstart"].forEach(function (name) {
    document.addEventListener(name, tell, { passive: true });
  });
})();
