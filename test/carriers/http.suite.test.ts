import { httpPeer } from "./support/http-peer";
import { carrierSuite } from "./support/suite";

carrierSuite("http", httpPeer);
