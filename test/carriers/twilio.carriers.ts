import { carrierSuite } from "./support/suite";
import { twilioPeer } from "./support/twilio-peer";

carrierSuite("twilio", twilioPeer);
