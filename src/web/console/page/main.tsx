import "./console.css";
import { open } from "./opening";

const root = document.getElementById("console");
if (root)
  void open(
    root,
    () => import("./app"),
    () => Date.now(),
  );
