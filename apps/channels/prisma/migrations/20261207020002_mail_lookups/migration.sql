-- Mails of one sender in the last minutes, however many they have sent before.
CREATE INDEX "inbound_mail_id_project_from_address_created_at_idx" ON "inbound_mail"("id_project", "from_address", "created_at");
-- When the next mail is due, however many wait.
CREATE INDEX "outgoing_mail_next_due_idx" ON "outgoing_mail"("due_at") WHERE "state" IN ('waiting', 'sending');
