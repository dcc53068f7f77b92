import java.io.IOException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.bean.*;
import org.jsmpp.SMPPConstant;
import org.jsmpp.examples.SMPPServerSimulator;
import org.jsmpp.examples.session.connection.socket.KeyStoreSSLServerSocketConnectionFactory;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.BindRequest;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.SubmitSmResult;

/**
 * jSMPP's SMSC simulator. Its references are hexadecimal in responses and decimal in receipts, which follow after a second.
 * It prints each submitted message on a line: session, destination, esm_class, data_coding and octets. Every other message to
 * a destination that ends in 58 is throttled, and a destination that ends in 50060 replies with a long text. The simulator's
 * own accept loop is replaced, since it accepts a connection only after the previous one is bound.
 */
public class Smsc extends SMPPServerSimulator {
  private final AtomicInteger calls = new AtomicInteger();
  private final int port;
  private final String systemId;
  private final String password;

  Smsc(int port, String systemId, String password) {
    super(true, port, systemId, password);
    this.port = port;
    this.systemId = systemId;
    this.password = password;
  }

  @Override
  public void run() {
    try (SMPPServerSessionListener listener =
        new SMPPServerSessionListener(port, new KeyStoreSSLServerSocketConnectionFactory())) {
      System.out.println("listening");
      while (true) {
        SMPPServerSession session = listener.accept();
        session.setMessageReceiverListener(this);
        session.setResponseDeliveryListener(this);
        session.setTransactionTimer(30_000);
        new Thread(() -> bind(session)).start();
      }
    } catch (IOException e) {
      System.out.println("failed " + e);
    }
  }

  private void bind(SMPPServerSession session) {
    try {
      BindRequest request = session.waitForBind(5_000);
      if (!request.getSystemId().equals(systemId)) request.reject(SMPPConstant.STAT_ESME_RINVSYSID);
      else if (!request.getPassword().equals(password)) request.reject(SMPPConstant.STAT_ESME_RINVPASWD);
      else request.accept("jSMPP", InterfaceVersion.IF_34);
    } catch (Exception e) {
      session.close();
    }
  }

  @Override
  public SubmitSmResult onAcceptSubmitSm(SubmitSm sm, SMPPServerSession session) throws ProcessRequestException {
    String to = sm.getDestAddress();
    if (to.endsWith("58") && calls.incrementAndGet() % 2 == 1) {
      throw new ProcessRequestException("too much", SMPPConstant.STAT_ESME_RTHROTTLED);
    }
    SubmitSmResult result = super.onAcceptSubmitSm(sm, session);
    System.out.println(
        String.join(" ", session.getSessionId(), to, "" + sm.getEsmClass(), "" + sm.getDataCoding(),
            HexFormat.of().formatHex(sm.getShortMessage())));
    if (to.endsWith("50060")) new Thread(() -> reply(session, to, sm.getSourceAddr())).start();
    return result;
  }

  /** Sends three parts, each after the acknowledgement of the previous one. */
  private static void reply(SMPPServerSession session, String from, String to) {
    try {
      for (byte number = 1; number <= 3; number++) {
        byte[] text = ("part " + number + " ").repeat(20).getBytes("US-ASCII");
        byte[] octets = new byte[6 + text.length];
        System.arraycopy(new byte[] {5, 0, 3, 77, 3, number}, 0, octets, 0, 6);
        System.arraycopy(text, 0, octets, 6, text.length);
        session.deliverShortMessage("", TypeOfNumber.INTERNATIONAL, NumberingPlanIndicator.ISDN, from,
            TypeOfNumber.NETWORK_SPECIFIC, NumberingPlanIndicator.UNKNOWN, to,
            new ESMClass(MessageMode.DEFAULT, MessageType.DEFAULT, GSMSpecificFeature.UDHI),
            (byte) 0, (byte) 0, new RegisteredDelivery(0), new RawDataCoding((byte) 0), octets);
      }
    } catch (Exception e) {
      System.out.println("failed " + e);
    }
  }

  public static void main(String[] args) {
    new Smsc(Integer.parseInt(args[0]), args[1], args[2]).run();
  }
}
