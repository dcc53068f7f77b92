import { googleRcsPeer } from "./support/google-rcs-peer";
import { carrierSuite } from "./support/suite";

carrierSuite("google-rcs", googleRcsPeer);
