import { smppPeer } from "./support/smpp-peer";
import { carrierSuite } from "./support/suite";

carrierSuite("smpp", smppPeer);
