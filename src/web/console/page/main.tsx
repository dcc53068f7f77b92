import "./console.css";
import { open } from "./opening";
import { limitByCharacters } from "./parts/max-length";
import { firstLanguage } from "./texts/chosen-language";
import { loadTexts } from "./texts/load";

limitByCharacters(document);
const root = document.getElementById("console");
if (root)
  void open(
    root,
    async () => {
      const [app] = await Promise.all([import("./app"), loadTexts(firstLanguage())]);
      return app;
    },
    () => Date.now(),
  );
