#!/bin/sh
# Runs an operator's command as the unit runs the service: as the user `recado`, with the settings in
# /etc/recado/recado.env. Install it as /usr/local/bin/recado. Another user than root and recado needs sudo.
# Under cron, PATH lacks the folders of node and runuser.
export PATH="${PATH:+$PATH:}/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
case "$(id -un)" in
  recado) as= ;;
  root) as="runuser -u recado --" ;;
  *) as="sudo --user=recado --preserve-env=RECADO_DATA_DIR,DATABASE_URL,PGPASSWORD --" ;;
esac
exec $as node --env-file=/etc/recado/recado.env /opt/recado/bin/recado "$@"
