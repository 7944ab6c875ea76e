"use strict";

// Swagger UI has a dark dress of its own; it is worn when the system asks for it, from the first moment on.
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const dress = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", dress);
dress();
