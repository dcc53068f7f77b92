import { carrierSuite } from "./support/suite";
import { zenviaPeer } from "./support/zenvia-peer";

carrierSuite("zenvia", zenviaPeer);
