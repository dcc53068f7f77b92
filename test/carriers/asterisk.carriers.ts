import { asteriskPeer } from "./support/asterisk-peer";
import { carrierSuite } from "./support/suite";

carrierSuite("asterisk", asteriskPeer);
